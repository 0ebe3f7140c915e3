import { Button, Dialog } from "../ui";

type Props = { onStay: () => void; onLeave: () => void };

/** Asks before unsaved changes are discarded. */
export default function LeaveDialog({ onStay, onLeave }: Props) {
  return (
    <Dialog
      title="Leave without saving?"
      open
      onClose={onStay}
      foot={
        <>
          <Button onPress={onLeave}>Leave without saving</Button>
          <Button variant="primary" autoFocus onPress={onStay}>
            Keep editing
          </Button>
        </>
      }
    >
      <p>Your changes aren't saved yet.</p>
    </Dialog>
  );
}
