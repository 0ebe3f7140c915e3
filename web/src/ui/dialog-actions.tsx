import { Button, type ButtonProps } from "./button";

/** Footer of a confirmation dialog: Cancel and the action. */
export function DialogActions({ onCancel, ...action }: ButtonProps & { onCancel: () => void }) {
  return (
    <>
      <Button onPress={onCancel}>Cancel</Button>
      <Button variant="primary" {...action} />
    </>
  );
}
