import { useId, useState } from "react";
import { Button } from "./button";
import { Icon } from "./icon";

type Props = {
  label: string;
  secret: string;
  /** Where the secret is entered. */
  hint?: string;
};

/** A secret that is shown once, with a button to copy it. */
export function OneTimeSecret({ label, secret, hint }: Props) {
  const id = useId();
  const [copied, setCopied] = useState<boolean>();
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="row">
        <input
          id={id}
          className="input secret-once"
          readOnly
          value={secret}
          aria-describedby={`${id}-hint`}
          onFocus={(event) => event.target.select()}
        />
        <Button icon={copied ? "check" : "copy"} onPress={copy}>
          {copied ? "Copied" : "Copy"}
        </Button>
      </div>
      <p id={`${id}-hint`} className="field__hint row">
        <Icon name="warning" size="small" />
        {hint ?? "Store it in a safe place."} It's shown only once.
      </p>
      <span className="visually-hidden" role="status">
        {copied ? `${label} copied.` : null}
        {copied === false ? "Couldn't copy. Select and copy it by hand." : null}
      </span>
    </div>
  );
}
