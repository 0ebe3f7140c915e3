import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon } from "../../ui";

type Props = Omit<ComponentProps<"input">, "onChange" | "value"> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  hint?: ReactNode;
  /** Beside the label, though Tab reaches the field first. */
  aside?: ReactNode;
  /** Content below the field. */
  below?: ReactNode;
  /** Inside the field, at its end. */
  inside?: ReactNode;
};

/**
 * A native text field. The login page loads first and stays small without the component library of
 * the other screens.
 */
export function LoginField(props: Props) {
  const { label, value, onChange, error, hint, aside, below, inside, ...input } = props;
  const id = useId();
  const describing = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean);
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <span className={inside ? "input-with-icon login__password" : undefined}>
        <input
          {...input}
          id={id}
          className="input input--large"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describing.join(" ") || undefined}
        />
        {inside}
      </span>
      {aside ? <div className="login__forgot">{aside}</div> : null}
      {hint ? (
        <p id={`${id}-hint`} className="field__hint login__caps" role="status">
          {hint}
        </p>
      ) : null}
      {below}
      {error ? (
        <p id={`${id}-error`} className="field__error">
          <Icon name="danger" size="small" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
