import type { ReactNode } from "react";
import { toProblem } from "../api/problem";
import { Dialog, DialogActions } from "../ui";
import { FormProblem } from "./contract-form";

type Props = {
  title: string;
  /** State of the mutation that makes the call. */
  call: { isPending: boolean; error: unknown };
  /** Label of the button that makes the call. */
  action: string;
  onAction: () => void;
  onClose: () => void;
  variant?: "primary" | "danger";
  /** Why the call can't be made yet. */
  reason?: string | undefined;
  children: ReactNode;
};

/** Confirms a call and shows its error. Clicking outside doesn't close the dialog. */
export function CallDialog({ title, call, action, onAction, onClose, children, ...button }: Props) {
  return (
    <Dialog
      open
      staysOpen
      title={title}
      onClose={onClose}
      foot={
        <DialogActions {...button} onCancel={onClose} pending={call.isPending} onPress={onAction}>
          {action}
        </DialogActions>
      }
    >
      <div className="stack stack--loose">
        <FormProblem problem={call.error ? toProblem(call.error) : undefined} />
        {children}
      </div>
    </Dialog>
  );
}
