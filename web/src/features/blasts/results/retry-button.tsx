import { useState } from "react";
import { CallDialog } from "../../../forms";
import type { Blast } from "../../../gen/parlor/v1/blast_pb";
import { Button, toast } from "../../../ui";
import { peopleLabel } from "../labels";
import { useRetryBlast } from "../queries";
import { labels } from "./labels";

function RetryDialog({ blast, onClose }: { blast: Blast; onClose: () => void }) {
  const retrying = useRetryBlast();
  const [count] = useState(blast.retryableCount);
  const retry = () =>
    retrying.mutateAsync({ id: blast.id }).then(
      ({ retriedCount }) => {
        toast.success(labels.sendingAgainTo(peopleLabel(retriedCount)));
        onClose();
      },
      () => undefined,
    );
  return (
    <CallDialog
      title={labels.sendAgainTo(peopleLabel(count))}
      call={retrying}
      action={labels.sendAgain}
      onAction={() => void retry()}
      onClose={onClose}
    >
      <p>{labels.textsFailedPassingReasonSuch}</p>
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
          {labels.sendAgainToText} {retryableCount.toLocaleString("en")}
        </Button>
      ) : null}
      {open ? <RetryDialog blast={blast} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
