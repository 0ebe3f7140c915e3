import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { FormProblem } from "../../../forms";
import { toastError } from "../../../forms/toast-error";
import { type Blast, BlastState } from "../../../gen/parlor/v1/blast_pb";
import { Button, Dialog } from "../../../ui";
import { useCancelBlast, useCreateBlast, usePauseBlast, useResumeBlast } from "../queries";
import { actionLabels as labels } from "./labels";
import { RetryButton } from "./retry-button";

type Props = { blast: Blast; onCopy: (id: string) => void };

function CancelDialog({ blast, onClose }: { blast: Blast; onClose: () => void }) {
  const canceling = useCancelBlast();
  const cancel = () => canceling.mutate({ id: blast.id }, { onSuccess: onClose });
  return (
    <Dialog
      open
      staysOpen
      title={labels.cancelTitle}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{labels.keep}</Button>
          <Button variant="danger" pending={canceling.isPending} onPress={cancel}>
            {labels.cancel}
          </Button>
        </>
      }
    >
      <FormProblem problem={canceling.error ? toProblem(canceling.error) : undefined} />
      <p>{labels.cancelEffect}</p>
    </Dialog>
  );
}

/** Copies text, picture and recipients to a new draft. */
function CopyButton({ blast, onCopy }: Props) {
  const creating = useCreateBlast();
  const copy = () => {
    const { title, body, audience, asksConsent } = blast;
    if (!audience) return;
    const pictureOfBlastId = blast.picture ? blast.id : "";
    creating.mutate(
      { title, body, audience, asksConsent, pictureOfBlastId },
      {
        onSuccess: ({ blast: created }) => {
          if (created) onCopy(created.id);
        },
        onError: toastError,
      },
    );
  };
  return (
    <Button icon="copy" pending={creating.isPending} onPress={copy}>
      {labels.copy}
    </Button>
  );
}

const cancelable: readonly BlastState[] = [
  BlastState.AWAITING_APPROVAL,
  BlastState.SCHEDULED,
  BlastState.RUNNING,
  BlastState.PAUSED,
];

/** Actions on a blast that is no longer a draft. */
export function BlastActions({ blast, onCopy }: Props) {
  const [canceling, setCanceling] = useState(false);
  const pausing = usePauseBlast();
  const resuming = useResumeBlast();
  const { id, state } = blast;
  const isCancelable = cancelable.includes(state);
  return (
    <div className="row row--wrap">
      {state === BlastState.RUNNING ? (
        <Button
          pending={pausing.isPending}
          onPress={() => pausing.mutate({ id }, { onError: toastError })}
        >
          {labels.pause}
        </Button>
      ) : null}
      {state === BlastState.PAUSED ? (
        <Button
          variant="primary"
          pending={resuming.isPending}
          onPress={() => resuming.mutate({ id }, { onError: toastError })}
        >
          {labels.resume}
        </Button>
      ) : null}
      {state === BlastState.FINISHED ? <RetryButton blast={blast} /> : null}
      {isCancelable ? (
        <Button onPress={() => setCanceling(true)}>{labels.cancel}</Button>
      ) : (
        <CopyButton blast={blast} onCopy={onCopy} />
      )}
      {canceling && isCancelable ? (
        <CancelDialog blast={blast} onClose={() => setCanceling(false)} />
      ) : null}
    </div>
  );
}
