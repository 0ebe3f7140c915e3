import { DialogFrame, type DialogProps, DialogTitle } from "./dialog-frame";

/** A centered modal dialog. */
export function Dialog({ title, open, ...frame }: DialogProps & { open: boolean }) {
  return (
    <DialogFrame {...frame} kind="dialog" isOpen={open} head={<DialogTitle>{title}</DialogTitle>} />
  );
}
