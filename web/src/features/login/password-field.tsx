import { type KeyboardEvent, type Ref, useState } from "react";
import { Icon } from "../../ui";
import { LoginField } from "./login-field";

type Props = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
};

/** A password that can be shown, and a hint when caps lock is on. */
export function PasswordField({ value, onChange, error, inputRef }: Props) {
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const look = (event: KeyboardEvent) => setCaps(event.getModifierState("CapsLock"));
  return (
    <LoginField
      ref={inputRef}
      label="Password"
      type={shown ? "text" : "password"}
      name="password"
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={128}
      value={value}
      onChange={onChange}
      error={error}
      onKeyDown={look}
      onKeyUp={look}
      onBlur={() => setCaps(false)}
      hint={
        caps ? (
          <>
            <Icon name="info" size="small" />
            Caps lock is on.
          </>
        ) : null
      }
      inside={
        <button
          type="button"
          className="button button--quiet button--icon"
          aria-label={shown ? "Hide the password" : "Show the password"}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eye-off" : "eye"} />
        </button>
      }
    />
  );
}
