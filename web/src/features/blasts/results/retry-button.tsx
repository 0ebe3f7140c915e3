import { useState } from "react";
import { CallDialog } from "../../../forms";
import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { Button, toast } from "../../../ui";
import { useRetryBlast } from "../queries";
import { actionLabels as labels } from "./labels";

function RetryDialog({ blast, onClose }: { blast: Blast; onClose: () => void }) {
  const retrying = useRetryBlast();
  const [count] = useState(blast.retryableCount);
  const retry = () =>
    retrying.mutateAsync({ id: blast.id }).then(
      ({ retriedCount }) => {
        toast.success(labels.retrying(retriedCount));
        onClose();
      },
      () => undefined,
    );
  return (
    <CallDialog
      title={labels.retryTitle(count)}
      call={retrying}
      action={labels.retry}
      onAction={() => void retry()}
      onClose={onClose}
    >
      <p>{labels.retryEffect}</p>
    </CallDialog>
  );
}

/** Sends the text again to recipients who can get it now. */
export function RetryButton({ blast }: { blast: Blast }) {
  const [open, setOpen] = useState(false);
  const { retryableCount } = blast;
  return (
    <>
      {retryableCount > 0 ? (
        <Button icon="retry" onPress={() => setOpen(true)}>
          {labels.retryCount(retryableCount)}
        </Button>
      ) : null}
      {open ? <RetryDialog blast={blast} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
