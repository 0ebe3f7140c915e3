import { type FormEvent, useState } from "react";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import { whenWords } from "../../lib/when";
import { toProblem } from "../../rpc/problem";
import { Button, Dialog, Menu, TextField } from "../../ui";
import { localValue, snoozeTimes } from "./snooze-times";
import { type Acts, tell } from "./use-acts";

type Props = { conversation: Conversation; acts: Acts };

/** Puts it aside until a time: the usual ones, or any. */
export function Snooze({ conversation, acts }: Props) {
  const [choosing, setChoosing] = useState(false);
  const now = new Date();
  const times = snoozeTimes(now);
  return (
    <>
      <Menu
        label="Snooze"
        items={[
          ...times.map(({ label, until }) => ({
            id: label,
            label,
            aside: <span className="caption">{whenWords(until, now)}</span>,
            onAction: () => void acts.snooze(conversation, until).catch(tell),
          })),
          "rule" as const,
          { id: "choose", label: "Choose a time…", onAction: () => setChoosing(true) },
        ]}
        trigger={
          <Button size="small" icon="clock">
            Snooze
          </Button>
        }
      />
      {choosing ? (
        <ChooseTime conversation={conversation} acts={acts} onClose={() => setChoosing(false)} />
      ) : null}
    </>
  );
}

function ChooseTime({ conversation, acts, onClose }: Props & { onClose: () => void }) {
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
