import { Button, Dialog } from "../ui";
import { labels } from "./labels";

type Props = { onStay: () => void; onLeave: () => void };

/** Asks before unsaved changes are discarded. */
export default function LeaveDialog({ onStay, onLeave }: Props) {
  return (
    <Dialog
      title={labels.leaveWithoutSaving}
      open
      onClose={onStay}
      foot={
        <>
          <Button onPress={onLeave}>{labels.leaveWithoutSavingText}</Button>
          <Button variant="primary" autoFocus onPress={onStay}>
            {labels.keepEditing}
          </Button>
        </>
      }
    >
      <p>{labels.changesArentSavedYet}</p>
    </Dialog>
  );
}
