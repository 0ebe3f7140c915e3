import { type FormEvent, useState } from "react";
import { toProblem } from "../../api/problem";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import { snoozeTimes, toLocalInput } from "../../lib/snooze-times";
import { Button, Dialog, TextField } from "../../ui";
import type { ConversationActions } from "./use-conversation-actions";

type Props = { conversation: Conversation; actions: ConversationActions; onClose: () => void };

/** Snoozes the conversation until a chosen time. */
export default function SnoozeDialog({ conversation, actions, onClose }: Props) {
  const [value, setValue] = useState(() =>
    toLocalInput(snoozeTimes(new Date())[1]?.until ?? new Date()),
  );
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const until = new Date(value);
    if (Number.isNaN(until.getTime())) return setError("Choose a date and time.");
    try {
      await actions.snooze(conversation, until);
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
          <Button variant="primary" type="submit" pending={actions.busy}>
            Snooze
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
