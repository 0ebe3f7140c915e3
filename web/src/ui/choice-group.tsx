// Radio buttons and checkboxes: native controls, restyled.

import { type ReactNode, type Ref, useId, useState } from "react";
import { FieldFooter } from "./field-footer";

export type ChoiceOption = { value: string; label: string; text?: ReactNode; disabled?: boolean };

type Common = {
  label: string;
  hideLabel?: boolean;
  options: readonly ChoiceOption[];
  description?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  onBlur?: () => void;
  /** The first option. The form focuses it when the field is invalid. */
  inputRef?: Ref<HTMLInputElement>;
};

function Group(props: Common & { id: string; role?: string; children: ReactNode }) {
  const { id, description, error } = props;
  return (
    <fieldset
      className="field choices"
      role={props.role}
      aria-describedby={FieldFooter.idsOf(id, { description, error })}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur?.();
      }}
    >
      <legend className={props.hideLabel ? "visually-hidden" : "field__label"}>
        {props.label}
      </legend>
      {props.children}
      <FieldFooter id={id} description={description} error={error} />
    </fieldset>
  );
}

function OptionLabel({ option }: { option: ChoiceOption }) {
  return (
    <span>
      {option.label}
      {option.text ? <span className="choices__text">{option.text}</span> : null}
    </span>
  );
}

type RadioGroupProps = Common & { value: string; onChange: (value: string) => void };

/** Chooses one of a few options, all of them visible. */
export function RadioGroup(props: RadioGroupProps) {
  const id = useId();
  return (
    <Group {...props} id={id} role="radiogroup">
      {props.options.map((option, index) => (
        <label key={option.value} className="choice">
          <input
            ref={index === 0 ? props.inputRef : undefined}
            type="radio"
            className="choice__box"
            name={id}
            value={option.value}
            checked={option.value === props.value}
            disabled={option.disabled}
            onChange={() => props.onChange(option.value)}
          />
          <OptionLabel option={option} />
        </label>
      ))}
    </Group>
  );
}

type CheckboxGroupProps = Common & {
  value: readonly string[];
  onChange: (value: string[]) => void;
};

const minOptionsForFilter = 9;

/** Chooses several options. A long list has a search field. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const id = useId();
  const [words, setWords] = useState("");
  const { options, value } = props;
  const wanted = words.trim().toLowerCase();
  const found = options.filter((option) => option.label.toLowerCase().includes(wanted));
  const toggle = (option: string, on: boolean) =>
    props.onChange(on ? [...value, option] : value.filter((one) => one !== option));
  return (
    <Group {...props} id={id}>
      {options.length >= minOptionsForFilter ? (
        <div className="row">
          <input
            type="search"
            className="input"
            aria-label={`Find in ${props.label}`}
            placeholder="Find"
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") event.preventDefault();
            }}
          />
          <span className="caption" role="status">
            {value.length} selected
          </span>
        </div>
      ) : null}
      <div className="choices__list">
        {found.map((option, index) => (
          <label key={option.value} className="choice">
            <input
              ref={index === 0 ? props.inputRef : undefined}
              type="checkbox"
              className="choice__box"
              checked={value.includes(option.value)}
              disabled={option.disabled}
              onChange={(event) => toggle(option.value, event.target.checked)}
            />
            <OptionLabel option={option} />
          </label>
        ))}
        {found.length === 0 ? <p className="caption">No matches.</p> : null}
      </div>
    </Group>
  );
}
