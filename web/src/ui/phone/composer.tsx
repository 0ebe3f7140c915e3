import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from "react";

type Props = {
  /** Accessible name and placeholder of the field. */
  label: string;
  sendLabel: string;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
  onSend: (text: string) => void;
  /** Why the user can't write yet. Shown as the placeholder. */
  wait?: string | undefined;
  /** Shown before the field: the button that attaches a photo. */
  attach?: ReactNode;
  /** The message can be sent without text, because it has a photo. */
  mayBeEmpty?: boolean;
};

/** The field for a message. Enter sends, Shift+Enter starts a new line. */
export function Composer(props: Props) {
  const { label, sendLabel, value, maxLength, onChange, onSend, wait, attach } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const text = value.trim();
  const waits = wait !== undefined;
  const canSend = (text !== "" || props.mayBeEmpty === true) && !waits;

  function send(event?: FormEvent) {
    event?.preventDefault();
    if (canSend) onSend(text);
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form className="phone__compose" onSubmit={send}>
      {attach}
      <textarea
        ref={input}
        className="input phone__text"
        rows={1}
        aria-label={label}
        placeholder={wait ?? label}
        value={waits ? "" : value}
        maxLength={maxLength}
        disabled={waits}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button
        type="submit"
        className="button button--primary button--icon"
        aria-label={sendLabel}
        disabled={!canSend}
      >
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 16V4.5M5.5 9 10 4.5 14.5 9" />
        </svg>
      </button>
    </form>
  );
}
