import { useState } from "react";
import { toProblem } from "../../../api/problem";
import { FormProblem } from "../../../forms";
import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { Button, Dialog, DialogActions, toast } from "../../../ui";
import { peopleLabel } from "../labels";
import { useRetryBlast } from "../queries";

function RetryDialog({ blast, onClose }: { blast: Blast; onClose: () => void }) {
  const retrying = useRetryBlast();
  const [count] = useState(blast.retryableCount);
  const retry = () =>
    retrying.mutateAsync({ id: blast.id }).then(
      ({ retriedCount }) => {
        toast.success(`Sending again to ${peopleLabel(retriedCount)}.`);
        onClose();
      },
      () => undefined,
    );
  return (
    <Dialog
      open
      staysOpen
      title={`Send again to ${peopleLabel(count)}?`}
      onClose={onClose}
      foot={
        <DialogActions onCancel={onClose} pending={retrying.isPending} onPress={() => void retry()}>
          Send again
        </DialogActions>
      }
    >
      <FormProblem problem={retrying.error ? toProblem(retrying.error) : undefined} />
      <p>
        Their texts failed for a passing reason, such as a phone that was off. Anyone who has opted
        out since then is skipped.
      </p>
    </Dialog>
  );
}

/** Sends the text again to those who may get it this time. */
export function RetryButton({ blast }: { blast: Blast }) {
  const [open, setOpen] = useState(false);
  const { retryableCount } = blast;
  return (
    <>
      {retryableCount > 0 ? (
        <Button icon="retry" onPress={() => setOpen(true)}>
          Send again to {retryableCount.toLocaleString("en")}
        </Button>
      ) : null}
      {open ? <RetryDialog blast={blast} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
