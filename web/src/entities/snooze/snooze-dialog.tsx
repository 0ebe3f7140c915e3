import { type FormEvent, useState } from "react";
import { toProblem } from "../../api/problem";
import { snoozeTimes, toLocalInput } from "../../lib/snooze-times";
import { Button, Dialog, TextField } from "../../ui";

export type SnoozeProps = {
  /** Rejects with the error of the call. */
  onSnooze: (until: Date) => Promise<void>;
  pending: boolean;
};

/** Chooses the time until which something is snoozed. */
export default function SnoozeDialog({
  onSnooze,
  pending,
  onClose,
}: SnoozeProps & { onClose: () => void }) {
  const [value, setValue] = useState(() =>
    toLocalInput(snoozeTimes(new Date())[1]?.until ?? new Date()),
  );
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const until = new Date(value);
    if (Number.isNaN(until.getTime())) return setError("Choose a date and time.");
    try {
      await onSnooze(until);
      onClose();
    } catch (refused) {
      const { fields, title, text } = toProblem(refused);
      setError(Object.values(fields)[0] ?? `${title} ${text}`);
    }
  };
  return (
    <Dialog title="Snooze until" open onClose={onClose}>
      <form className="stack stack--loose" noValidate onSubmit={submit}>
        <TextField
          label="Date and time"
          description="In your time zone. A new message ends the snooze early."
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
            Cancel
          </Button>
          <Button variant="primary" type="submit" pending={pending}>
            Snooze
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
