import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from "react";
import { Button } from "./button";
import { FieldFooter } from "./field-footer";

type Props = {
  label: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  description?: ReactNode;
  error?: string | undefined;
  placeholder?: string;
  type?: "text" | "email";
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
};

/** A list of texts. Enter or a comma adds one, and pasting a list adds all of its entries. */
export function TagInput(props: Props) {
  const { label, value, onChange, description, error } = props;
  const id = useId();
  const [words, setWords] = useState("");

  const add = (text: string) => {
    const added = text.split(/[,;\n]/).map((one) => one.trim());
    const all = [...new Set([...value, ...added.filter(Boolean)])];
    if (all.length !== value.length) onChange(all);
    setWords("");
  };
  const remove = (index: number) => {
    onChange(value.filter((_, place) => place !== index));
    document.getElementById(id)?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && words.trim()) {
      event.preventDefault();
      add(words);
    } else if (event.key === "Backspace" && words === "" && value.length > 0) {
      remove(value.length - 1);
    }
  };

  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {value.length > 0 ? (
        <ul className="tags" aria-label={label}>
          {value.map((one, index) => (
            <li key={one} className="tag">
              {one}
              <Button
                variant="quiet"
                size="small"
                icon="close"
                aria-label={`Remove ${one}`}
                onPress={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <input
        id={id}
        ref={props.inputRef}
        className="input"
        inputMode={props.type}
        autoComplete="off"
        placeholder={props.placeholder}
        value={words}
        aria-invalid={error ? true : undefined}
        aria-describedby={FieldFooter.idsOf(id, { description, error })}
        onChange={(event) => {
          if (/[,;\n]/.test(event.target.value)) add(event.target.value);
          else setWords(event.target.value);
        }}
        onKeyDown={onKey}
        onBlur={() => {
          // Adds typed text on blur, because it would otherwise be lost unnoticed.
          if (words.trim()) add(words);
          props.onBlur?.();
        }}
      />
      <FieldFooter id={id} description={description} error={error} />
    </div>
  );
}
