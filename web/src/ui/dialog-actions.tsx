import { Button, type ButtonProps } from "./button";

/** The foot of a dialog that asks: Cancel, and the button that does it. */
export function DialogActions({ onCancel, ...action }: ButtonProps & { onCancel: () => void }) {
  return (
    <>
      <Button onPress={onCancel}>Cancel</Button>
      <Button variant="primary" {...action} />
    </>
  );
}
