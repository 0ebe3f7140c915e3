import { TimeDialog } from "../../forms/time-dialog";
import { labels } from "./labels";

export type SnoozeProps = {
  /** Rejects with the error of the call. */
  onSnooze: (until: Date) => Promise<void>;
  pending: boolean;
};

/** Chooses the time until which something is snoozed. */
export default function SnoozeDialog(props: SnoozeProps & { onClose: () => void }) {
  const { onSnooze, pending, onClose } = props;
  return (
    <TimeDialog
      title={labels.dialogTitle}
      description={labels.dialogHint}
      submit={labels.snooze}
      pending={pending}
      onSubmit={onSnooze}
      onClose={onClose}
    />
  );
}
