import { type FormEvent, useState } from "react";
import { snoozeTimes, toLocalInput } from "../../lib/snooze-times";
import { Button, Dialog, TextField } from "../../ui";

type Props = { onClose: () => void; onSchedule: (at: Date) => void };

/** Chooses when an email is sent. */
export function ScheduleDialog({ onClose, onSchedule }: Props) {
  const [value, setValue] = useState(() =>
    toLocalInput(snoozeTimes(new Date())[1]?.until ?? new Date()),
  );
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = new Date(value);
    if (Number.isNaN(at.getTime()) || at.getTime() <= Date.now())
      return setError("Choose a time in the future.");
    onSchedule(at);
  };
  return (
    <Dialog title="Schedule email" open onClose={onClose}>
      <form className="stack stack--loose" noValidate onSubmit={submit}>
        <TextField
          label="Date and time"
          description="In your time zone. You can cancel it until then."
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
          <Button variant="primary" type="submit">
            Schedule email
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
