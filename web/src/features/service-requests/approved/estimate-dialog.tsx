import { useId, useState } from "react";
import { type Problem, toProblem } from "../../../api/problem";
import { formatCents, maxNoteLength } from "../../../entities/service-request/action-labels";
import { useDecideServiceRequestEstimate } from "../../../entities/service-request/queries";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { Button, Dialog, TextArea, toast } from "../../../ui";
import { sharedLabels } from "../labels";
import { ProblemNotice } from "../step/problem-notice";
import { estimateTexts } from "./labels";

type Props = { request: ServiceRequest; onClose: () => void };

/** An administrator approves or declines the estimate of a request. */
export function EstimateDialog({ request, onClose }: Props) {
  const { id, version, number, title, vendor, estimateCents } = request;
  const formId = useId();
  const deciding = useDecideServiceRequestEstimate();
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<Problem>();

  async function decide(isApproved: boolean) {
    setProblem(undefined);
    try {
      await deciding.mutateAsync({ id, version, isApproved, note: note.trim() });
      const doneLabel = isApproved ? estimateTexts.approved : estimateTexts.declined;
      toast.success(doneLabel(number));
      onClose();
    } catch (error) {
      setProblem(toProblem(error));
    }
  }

  return (
    <Dialog
      open
      staysOpen
      title={estimateTexts.title(number)}
      onClose={onClose}
      foot={
        <>
          <Button pending={deciding.isPending} onPress={() => void decide(false)}>
            {estimateTexts.decline}
          </Button>
          <Button variant="primary" type="submit" form={formId} pending={deciding.isPending}>
            {estimateTexts.approve}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="stack stack--loose"
        onSubmit={(event) => {
          event.preventDefault();
          void decide(true);
        }}
      >
        <section className="step-estimate" aria-label={estimateTexts.estimate}>
          <h3 className="label">{title}</h3>
          <p className="step-estimate__sum">{formatCents(estimateCents ?? 0)}</p>
          {vendor ? <p className="caption">{vendor}</p> : null}
        </section>
        <TextArea
          label={sharedLabels.note}
          description={sharedLabels.teamOnly}
          value={note}
          onChange={setNote}
          maxLength={maxNoteLength}
          error={problem?.fields.note}
          autoFocus
        />
        <ProblemNotice problem={problem} />
      </form>
    </Dialog>
  );
}
