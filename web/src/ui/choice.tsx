// The browser's own controls, redrawn: they bring keyboard, forms and phones along.

import { type ReactNode, useId } from "react";
import { Icon } from "./icon";

export type SelectOption = { value: string; label: string; disabled?: boolean };

type SelectProps = {
  label: string;
  hideLabel?: boolean;
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  description?: ReactNode;
  className?: string;
};

export function Select(props: SelectProps) {
  const id = useId();
  return (
    <div className={props.className ? `field ${props.className}` : "field"}>
      <label htmlFor={id} className={props.hideLabel ? "visually-hidden" : "field__label"}>
        {props.label}
      </label>
      <span className="select-box">
        <select
          id={id}
          className="select"
          value={props.value}
          disabled={props.disabled}
          aria-describedby={props.description ? `${id}-hint` : undefined}
          onChange={(event) => props.onChange(event.target.value)}
        >
          {props.options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" size="small" />
      </span>
      {props.description ? (
        <p id={`${id}-hint`} className="field__hint">
          {props.description}
        </p>
      ) : null}
    </div>
  );
}

type TickProps = {
  label: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
};

export function Checkbox({ label, isSelected, onChange, isDisabled }: TickProps) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        className="choice__box"
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

type SwitchProps = Omit<TickProps, "label"> & {
  label: string;
  hideLabel?: boolean;
  "aria-describedby"?: string;
};

/** On or off, at once. */
export function Switch({
  label,
  hideLabel,
  isSelected,
  onChange,
  isDisabled,
  ...aria
}: SwitchProps) {
  const id = useId();
  return (
    <span className="choice">
      <input
        {...aria}
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isSelected}
        className="switch"
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id} className={hideLabel ? "visually-hidden" : undefined}>
        {label}
      </label>
    </span>
  );
}
