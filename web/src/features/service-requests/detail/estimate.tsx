import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { estimateStateLabels, formatCents } from "../../../entities/service-request/action-labels";
import { useDecideServiceRequestEstimate } from "../../../entities/service-request/queries";
import { isFinal } from "../../../entities/service-request/states";
import { useSession } from "../../../entities/session/session";
import { toastError } from "../../../forms/toast-error";
import { EstimateState, type ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { Button, Dialog, DialogActions, TextArea } from "../../../ui";
import { sharedLabels } from "../labels";
import { estimateLabels } from "./labels";

type Props = { request: ServiceRequest };

function DeclineDialog({ request, onClose }: Props & { onClose: () => void }) {
  const [note, setNote] = useState("");
  const deciding = useDecideServiceRequestEstimate();
  const { id, version } = request;
  const problem = deciding.error ? toProblem(deciding.error) : undefined;
  const decline = () =>
    deciding.mutate({ id, version, isApproved: false, note }, { onSuccess: onClose });
  return (
    <Dialog
      open
      staysOpen
      title={estimateLabels.declineTitle}
      onClose={onClose}
      foot={
        <DialogActions
          onCancel={onClose}
          variant="danger"
          pending={deciding.isPending}
          onPress={decline}
        >
          {estimateLabels.declineButton}
        </DialogActions>
      }
    >
      <TextArea
        label={sharedLabels.note}
        description={sharedLabels.teamOnly}
        value={note}
        onChange={setNote}
        maxLength={500}
        error={problem ? `${problem.title} ${problem.text}` : undefined}
        autoFocus
      />
    </Dialog>
  );
}

function Decision({ request }: Props) {
  const [isDeclining, setIsDeclining] = useState(false);
  const deciding = useDecideServiceRequestEstimate();
  const { id, version, estimateCents = 0 } = request;
  const approve = () => deciding.mutate({ id, version, isApproved: true }, { onError: toastError });
  return (
    <>
      <p className="caption">{estimateLabels.notTextedHint}</p>
      <div className="row decision__do">
        <Button
          variant="primary"
          className="row__grow"
          pending={deciding.isPending}
          onPress={approve}
        >
          {estimateLabels.approve(formatCents(estimateCents))}
        </Button>
        <Button onPress={() => setIsDeclining(true)}>{estimateLabels.decline}</Button>
      </div>
      {isDeclining ? (
        <DeclineDialog request={request} onClose={() => setIsDeclining(false)} />
      ) : null}
    </>
  );
}

/** An estimate that waits for the decision of an administrator. */
export function EstimateDecision({ request }: Props) {
  const { user } = useSession();
  const { estimateState, estimateCents, vendor, state } = request;
  if (estimateState !== EstimateState.PENDING || estimateCents === undefined || isFinal(state)) {
    return null;
  }
  return (
    <section className="decision" aria-label={estimateStateLabels[EstimateState.PENDING]}>
      <h2 className="group-title">{estimateStateLabels[EstimateState.PENDING]}</h2>
      <div className="decision__sum">
        <span className="decision__figure">{formatCents(estimateCents)}</span>
        <span className="small secondary">{vendor}</span>
      </div>
      {user.parlorRole === "admin" ? (
        <Decision request={request} />
      ) : (
        <p className="caption">{estimateLabels.administratorHint}</p>
      )}
    </section>
  );
}
