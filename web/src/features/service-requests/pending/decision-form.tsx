import { useEffect } from "react";
import { maxNoteLength } from "../../../entities/service-request/action-labels";
import { isTexted } from "../../../entities/service-request/resident-text";
import { allowedActions } from "../../../entities/service-request/states";
import {
  type ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { Button, KeyCap, SegmentedControl, TextArea } from "../../../ui";
import { noteHint, noteLabel, stepTitle } from "../step/labels";
import { ProblemNotice } from "../step/problem-notice";
import { TextPreview } from "../step/text-preview";
import { useStepForm } from "../step/use-step-form";
import { decisionLabels, labels } from "./labels";

export const noteId = "decision-note";

const { APPROVE, REQUEST_INFO, DECLINE, SUBMIT, CANCEL } = ServiceRequestAction;
const decisions = [APPROVE, REQUEST_INFO, DECLINE, SUBMIT];

/** Returns the decisions that a request allows; the first one is preselected. */
export function decisionsOf({ state }: ServiceRequest): ServiceRequestAction[] {
  const allowed = allowedActions(state);
  const offered = decisions.filter((action) => allowed.includes(action));
  // A pending request is declined; one that waits for the resident can only be canceled.
  return offered.includes(DECLINE) ? offered : [...offered, CANCEL];
}

type Props = {
  request: ServiceRequest;
  decision: ServiceRequestAction;
  onDecision: (decision: ServiceRequestAction) => void;
  onDone: () => void;
};

/** The decision on a request, with its note and the exact text that it sends. */
export function DecisionForm({ request, decision, onDecision, onDone }: Props) {
  const form = useStepForm(request, decision, onDone);
  const isDangerous = decision === DECLINE || decision === CANCEL;
  const { noteError } = form;
  // After an error, scrolls to the field that must be filled in.
  useEffect(() => {
    if (noteError) document.getElementById(noteId)?.focus();
  }, [noteError]);
  return (
    <form
      className="queue-decision"
      aria-label={labels.decision}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void form.submit();
      }}
    >
      <SegmentedControl
        label={labels.decision}
        value={String(decision)}
        onChange={(value) => onDecision(Number(value) as ServiceRequestAction)}
        options={decisionsOf(request).map((action) => ({
          value: String(action),
          label: decisionLabels[action] ?? "",
        }))}
      />
      <TextArea
        id={noteId}
        label={noteLabel(decision)}
        description={noteHint(decision, isTexted(request))}
        value={form.note}
        onChange={form.setNote}
        maxLength={maxNoteLength}
        error={noteError}
      />
      <TextPreview request={request} action={decision} note={form.note} />
      <ProblemNotice problem={form.problem} />
      <div className="row queue-decision__foot">
        <span className="caption only-desk">
          <KeyCap>{labels.decideKeys}</KeyCap>
        </span>
        <span className="row__grow" />
        <Button variant={isDangerous ? "danger" : "primary"} type="submit" pending={form.pending}>
          {stepTitle(request, decision)}
        </Button>
      </div>
    </form>
  );
}
