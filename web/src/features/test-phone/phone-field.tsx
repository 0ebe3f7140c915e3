import { type FormEvent, useState } from "react";
import { formatPhone } from "../../lib/names";
import { parsePhone } from "../../lib/phone";
import { TextField } from "../../ui";
import { labels } from "./labels";

type Props = { phone: string; onTake: (phone: string) => void };

/** Edits the number of the test phone. */
export function PhoneField({ phone, onTake }: Props) {
  const [text, setText] = useState(formatPhone(phone));
  const plain = parsePhone(text);
  const wrong = text.trim() !== "" && !plain;

  function take(event?: FormEvent) {
    event?.preventDefault();
    if (plain && plain !== phone) onTake(plain);
  }

  return (
    <form onSubmit={take}>
      <TextField
        label={labels.phone}
        type="tel"
        value={text}
        onChange={setText}
        onBlur={() => take()}
        description={labels.phoneHint}
        error={wrong ? labels.phoneInvalid : undefined}
      />
    </form>
  );
}
