import { Button, Dialog } from "../ui";
import { leaveLabels } from "./leave-labels";

type Props = { onStay: () => void; onLeave: () => void };

/** Asks before unsaved changes are discarded. */
export default function LeaveDialog({ onStay, onLeave }: Props) {
  return (
    <Dialog
      title={leaveLabels.title}
      open
      onClose={onStay}
      foot={
        <>
          <Button onPress={onLeave}>{leaveLabels.leave}</Button>
          <Button variant="primary" autoFocus onPress={onStay}>
            {leaveLabels.stay}
          </Button>
        </>
      }
    >
      <p>{leaveLabels.unsaved}</p>
    </Dialog>
  );
}
