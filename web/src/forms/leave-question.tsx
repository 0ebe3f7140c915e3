import { Button, Dialog } from "../ui";

type Props = { onStay: () => void; onLeave: () => void };

/** What is asked before something unsaved is left behind. */
export default function LeaveQuestion({ onStay, onLeave }: Props) {
  return (
    <Dialog
      title="Leave without saving?"
      open
      onClose={onStay}
      foot={
        <>
          <Button onPress={onLeave}>Leave without saving</Button>
          <Button variant="primary" autoFocus onPress={onStay}>
            Stay here
          </Button>
        </>
      }
    >
      <p>What you changed here is not saved yet.</p>
    </Dialog>
  );
}
