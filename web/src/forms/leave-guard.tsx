import { Button, Dialog } from "../ui";
import { useLeaving } from "./leaving";

/** "Leave without saving?", when somebody leaves. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const { asked, stay, leave } = useLeaving(unsaved);
  return (
    <Dialog
      title="Leave without saving?"
      open={asked}
      onClose={stay}
      foot={
        <>
          <Button onPress={leave}>Leave without saving</Button>
          <Button variant="primary" autoFocus onPress={stay}>
            Stay here
          </Button>
        </>
      }
    >
      <p>What you changed here is not saved yet.</p>
    </Dialog>
  );
}
