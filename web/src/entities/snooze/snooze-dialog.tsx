import { TimeDialog } from "../../forms/time-dialog";

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
      title="Snooze until"
      description="In your time zone. A new message ends the snooze early."
      submit="Snooze"
      pending={pending}
      onSubmit={onSnooze}
      onClose={onClose}
    />
  );
}
