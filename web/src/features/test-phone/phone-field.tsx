import { type FormEvent, useState } from "react";
import { TextField } from "../../ui";

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
        label="Resident’s phone"
        type="tel"
        value={text}
        onChange={setText}
        onBlur={() => take()}
        description="Sample number. Enter another to text as someone else."
        error={wrong ? "Start with + and the country code, such as +12025550143." : undefined}
      />
    </form>
  );
}
