import { type KeyboardEvent, type Ref, useState } from "react";
import { FieldError, Input, Label, TextField } from "react-aria-components";
import { Button, Icon } from "../../ui";

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
    <TextField
      className="field"
      type={shown ? "text" : "password"}
      name="password"
      autoComplete="current-password"
      value={value}
      onChange={onChange}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
    >
      <Label className="field__label">Password</Label>
      <span className="input-with-icon login__password">
        <Input
          ref={inputRef}
          className="input input--large"
          maxLength={128}
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={look}
          onKeyUp={look}
          onBlur={() => setCaps(false)}
        />
        <Button
          variant="quiet"
          icon={shown ? "eye-off" : "eye"}
          aria-label={shown ? "Hide the password" : "Show the password"}
          onPress={() => setShown(!shown)}
        />
      </span>
      <p className="field__hint login__caps" role="status">
        {caps ? (
          <>
            <Icon name="info" size="small" />
            Caps lock is on.
          </>
        ) : null}
      </p>
      <FieldError className="field__error">
        <Icon name="danger" size="small" />
        {error}
      </FieldError>
    </TextField>
  );
}
