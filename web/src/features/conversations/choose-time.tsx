import { type FormEvent, useState } from "react";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import { toProblem } from "../../rpc/problem";
import { Button, Dialog, TextField } from "../../ui";
import { localValue, snoozeTimes } from "./snooze-times";
import type { Acts } from "./use-acts";

type Props = { conversation: Conversation; acts: Acts; onClose: () => void };

/** Any time to put it aside until. */
export default function ChooseTime({ conversation, acts, onClose }: Props) {
  const [value, setValue] = useState(() =>
    localValue(snoozeTimes(new Date())[1]?.until ?? new Date()),
  );
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const until = new Date(value);
    if (Number.isNaN(until.getTime())) return setError("Choose a day and a time.");
    try {
      await acts.snooze(conversation, until);
      onClose();
    } catch (refused) {
      const { fields, title, text } = toProblem(refused);
      setError(fields.until ?? `${title} ${text}`);
    }
  };
  return (
    <Dialog title="Snooze until" open onClose={onClose}>
      <form className="stack stack--loose" noValidate onSubmit={submit}>
        <TextField
          label="Day and time"
          description="In your own time zone. A new message wakes it before."
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
          <Button variant="primary" type="submit" pending={acts.busy}>
            Snooze
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
