import { useId } from "react";
import {
  actionLabels,
  formatCents,
  maxNoteLength,
} from "../../../entities/service-request/action-labels";
import { isTexted } from "../../../entities/service-request/resident-text";
import {
  type ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Button, Dialog, TextArea, TextField } from "../../../ui";
import { EstimateNotice } from "./estimate-notice";
import { estimateLabels, labels, noteHint, noteLabel, stepTitle } from "./labels";
import { ProblemNotice } from "./problem-notice";
import { TextPreview } from "./text-preview";
import { useStepForm } from "./use-step-form";
import "./step.css";

type Props = {
  request: ServiceRequest;
  action: ServiceRequestAction;
  onClose: () => void;
  /** Called instead of `onClose` once the step is taken. */
  onDone?: () => void;
};

const dangerous: readonly ServiceRequestAction[] = [
  ServiceRequestAction.DECLINE,
  ServiceRequestAction.CANCEL,
];

/** Asks for the input of a step, and previews the text that it sends. */
export function StepDialog({ request, action, onClose, onDone = onClose }: Props) {
  const formId = useId();
  const form = useStepForm(request, action, onDone);
  const isBlocked = form.gate === "blocked" || form.gate === "declined";
  const label =
    form.gate === "approvable"
      ? estimateLabels.approveAndStart(formatCents(request.estimateCents ?? 0))
      : actionLabels[action];
  return (
    <Dialog
      open
      staysOpen
      title={stepTitle(request, action)}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{isBlocked ? labels.close : labels.cancel}</Button>
          {isBlocked ? null : (
            <Button
              variant={dangerous.includes(action) ? "danger" : "primary"}
              type="submit"
              form={formId}
              pending={form.pending}
            >
              {label}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="stack stack--loose"
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <p className="step-request">{showDirectionMarks(request.title)}</p>
        <EstimateNotice request={request} gate={form.gate} />
        {isBlocked ? null : <StepFields request={request} action={action} form={form} />}
        <ProblemNotice problem={form.problem} />
      </form>
    </Dialog>
  );
}

type FieldsProps = Pick<Props, "request" | "action"> & { form: ReturnType<typeof useStepForm> };

function StepFields({ request, action, form }: FieldsProps) {
  return (
    <>
      {form.isDateNeeded ? (
        <TextField
          label={labels.date}
          type="date"
          value={form.day}
          onChange={form.setDay}
          error={form.dateError}
          autoFocus
        />
      ) : null}
      <TextArea
        label={noteLabel(action)}
        description={noteHint(action, isTexted(request))}
        value={form.note}
        onChange={form.setNote}
        maxLength={maxNoteLength}
        error={form.noteError}
        autoFocus={!form.isDateNeeded}
      />
      <TextPreview
        request={request}
        action={action}
        note={form.note}
        deferredUntil={form.deferredUntil}
      />
    </>
  );
}
