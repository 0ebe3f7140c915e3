import { type FormEvent, useState } from "react";
import { TextField } from "../../ui";
import { labels } from "./labels";

const e164 = /^\+[1-9]\d{6,14}$/;

type Props = { phone: string; onTake: (phone: string) => void };

/** Edits the number of the test phone. */
export function PhoneField({ phone, onTake }: Props) {
  const [text, setText] = useState(phone);
  const plain = text.replace(/[\s().-]/g, "");
  const wrong = plain !== "" && !e164.test(plain);

  function take(event?: FormEvent) {
    event?.preventDefault();
    if (e164.test(plain) && plain !== phone) onTake(plain);
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
