// A sheet in which something is written is not closed unsaved by mistake.

import { useState } from "react";
import { Button, Dialog } from "../../ui";

export function useClosing(unsaved: boolean, onClose: () => void) {
  const [asked, setAsked] = useState(false);
  const guard = (
    <Dialog
      title="Close without saving?"
      open={asked}
      onClose={() => setAsked(false)}
      foot={
        <>
          <Button onPress={onClose}>Close without saving</Button>
          <Button variant="primary" autoFocus onPress={() => setAsked(false)}>
            Go on writing
          </Button>
        </>
      }
    >
      <p>What you changed here is not saved yet.</p>
    </Dialog>
  );
  return { close: () => (unsaved ? setAsked(true) : onClose()), guard };
}
