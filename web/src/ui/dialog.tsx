import { DialogFrame, type DialogProps, DialogTitle } from "./dialog-frame";

/** Asks something, or shows something for a moment. */
export function Dialog({ title, open, ...frame }: DialogProps & { open: boolean }) {
  return (
    <DialogFrame {...frame} kind="dialog" isOpen={open} head={<DialogTitle>{title}</DialogTitle>} />
  );
}
