import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { Problem } from "../../lib/problem";
import { Dialog } from "../dialog";
import { DialogActions } from "../dialog-actions";
import { TextArea } from "../field";
import { Icon } from "../icon";

type Props = {
  title: string;
  /** What the action does, and whether it can be undone. */
  text: ReactNode;
  /** Label of the button. */
  act: string;
  /** Minimum and maximum length of the reason, in characters. */
  least?: number;
  most?: number;
  pending: boolean;
  problem: Problem | undefined;
  onClose: () => void;
  onAct: (reason: string) => void;
};

/** Confirms an action that can't be undone and asks for a reason, which is recorded. */
export function ReasonDialog(props: Props) {
  const { title, text, act, least = 10, most = 500, pending, problem, onClose, onAct } = props;
  const form = useId();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const written = reason.trim();
  const short = written.length < least;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!short) onAct(written);
  };
  const error =
    tried && short ? `Enter a reason of at least ${least} characters.` : problem?.fields.reason;
  return (
    <Dialog
      open
      staysOpen
      title={title}
      onClose={onClose}
      foot={
        <DialogActions
          onCancel={onClose}
          variant="danger"
          type="submit"
          form={form}
          pending={pending}
        >
          {act}
        </DialogActions>
      }
    >
      <form id={form} onSubmit={submit} className="stack stack--loose">
        <div>{text}</div>
        <TextArea
          label="Reason"
          description="It's saved with your name."
          value={reason}
          onChange={setReason}
          maxLength={most}
          error={error}
          autoFocus
        />
        {problem && !problem.fields.reason ? (
          <p className="notice notice--danger" role="alert">
            <Icon name="danger" />
            <span>
              {problem.title} {problem.text}
            </span>
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
