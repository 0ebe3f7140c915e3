import { type FormEvent, useState } from "react";
import { toProblem } from "../api/problem";
import { morningAfter, toLocalInput } from "../lib/local-time";
import { Button, Dialog, TextField } from "../ui";
import { labels } from "./labels";
import { timeLabels } from "./time-labels";
import { keepRequestId } from "./toast-error";

type Props = {
  title: string;
  description: string;
  /** Label of the button. */
  submit: string;
  pending?: boolean;
  /** A rejected promise is shown as the field's error. */
  onSubmit: (at: Date) => Promise<void>;
  onClose: () => void;
};

/** Chooses a date and a time in the future. Starts with tomorrow morning. */
export function TimeDialog(props: Props) {
  const { title, description, submit, pending = false, onSubmit, onClose } = props;
  const [value, setValue] = useState(() => toLocalInput(morningAfter(new Date(), 1)));
  const [error, setError] = useState<string>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const at = new Date(value);
    if (Number.isNaN(at.getTime())) return setError(timeLabels.missing);
    if (at.getTime() <= Date.now()) return setError(timeLabels.past);
    try {
      await onSubmit(at);
      onClose();
    } catch (refused) {
      const { fields, title: what, text } = toProblem(refused);
      setError(Object.values(fields)[0] ?? `${what} ${text}`);
      keepRequestId(refused);
    }
  };
  return (
    <Dialog title={title} open onClose={onClose}>
      <form className="stack stack--loose" noValidate onSubmit={send}>
        <TextField
          label={timeLabels.dateAndTime}
          description={description}
          type="datetime-local"
          autoFocus
          value={value}
          error={error}
          onChange={(next) => {
            setValue(next);
            setError(undefined);
          }}
        />
        <div className="row row--between">
          <Button variant="quiet" onPress={onClose}>
            {labels.cancel}
          </Button>
          <Button variant="primary" type="submit" pending={pending}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
