// Native controls, restyled: they keep the keyboard, form and mobile behavior of the browser.

import { type ReactNode, type Ref, useId } from "react";
import { FieldFooter } from "./field-footer";
import { Icon } from "./icon";

export type SelectOption = {
  value: string;
  label: string;
  disabled?: boolean;
  /** Heading of the option group. Consecutive options of one group share it. */
  group?: string;
};

function Options({ options }: { options: readonly SelectOption[] }) {
  return options.map((option) => (
    <option key={option.value} value={option.value} disabled={option.disabled}>
      {option.label}
    </option>
  ));
}

/** Options under group headings, in the order in which the groups first occur. */
function GroupedOptions({ options }: { options: readonly SelectOption[] }) {
  return [...new Set(options.map(({ group }) => group))].map((group) => {
    const own = options.filter((option) => option.group === group);
    if (group === undefined) return <Options key="" options={own} />;
    return (
      <optgroup key={group} label={group}>
        <Options options={own} />
      </optgroup>
    );
  });
}

type SelectProps = {
  label: string;
  hideLabel?: boolean;
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  description?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  onBlur?: () => void;
  inputRef?: Ref<HTMLSelectElement>;
  className?: string;
};

export function Select(props: SelectProps) {
  const id = useId();
  const { description, error } = props;
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
          ref={props.inputRef}
          aria-describedby={FieldFooter.idsOf(id, { description, error })}
          aria-invalid={error ? true : undefined}
          aria-required={props.required || undefined}
          onBlur={props.onBlur}
          onChange={(event) => props.onChange(event.target.value)}
        >
          <GroupedOptions options={props.options} />
        </select>
        <Icon name="down" size="small" />
      </span>
      <FieldFooter id={id} description={description} error={error} />
    </div>
  );
}

type CheckboxProps = {
  label: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
};

export function Checkbox({ label, isSelected, onChange, isDisabled }: CheckboxProps) {
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

type SwitchProps = Omit<CheckboxProps, "label"> & {
  label: string;
  hideLabel?: boolean;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  "aria-describedby"?: string;
};

/** Turns something on or off immediately. */
export function Switch({
  label,
  hideLabel,
  isSelected,
  onChange,
  isDisabled,
  inputRef,
  ...aria
}: SwitchProps) {
  const id = useId();
  return (
    <span className="choice">
      <input
        {...aria}
        id={id}
        ref={inputRef}
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
