import { type KeyboardEvent, type ReactNode, type Ref, useState } from "react";
import { Icon } from "../../ui";
import { labels } from "./labels";
import { LoginField } from "./login-field";

type Props = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
  /** A new password, for which password managers offer a suggestion. */
  isNew?: boolean;
  autoFocus?: boolean;
  aside?: ReactNode;
  below?: ReactNode;
};

/** A password field that can show its text and warns about Caps Lock. */
export function PasswordField({ inputRef, isNew = false, ...field }: Props) {
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const look = (event: KeyboardEvent) => setCaps(event.getModifierState("CapsLock"));
  return (
    <LoginField
      {...field}
      ref={inputRef}
      label={isNew ? labels.newPassword : labels.password}
      type={shown ? "text" : "password"}
      name={isNew ? "new-password" : "password"}
      autoComplete={isNew ? "new-password" : "current-password"}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={128}
      onKeyDown={look}
      onKeyUp={look}
      onBlur={() => setCaps(false)}
      hint={
        caps ? (
          <>
            <Icon name="info" size="small" />
            {labels.capsLock}
          </>
        ) : null
      }
      inside={
        <button
          type="button"
          className="button button--quiet button--icon"
          aria-label={shown ? labels.hidePassword : labels.showPassword}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "eye-off" : "eye"} />
        </button>
      }
    />
  );
}
