// Form fields: input components bound to a field of the request.

import type { DescMessage } from "@bufbuild/protobuf";
import type { ReactNode } from "react";
import {
  CheckboxGroup,
  type ChoiceOption,
  Icon,
  RadioGroup,
  Select,
  type SelectOption,
  Switch,
  TagInput,
  TextArea,
  type TextAreaProps,
  TextField,
  type TextFieldProps,
} from "../ui";
import { labels } from "./labels";
import { type FieldProps, useField } from "./use-field";

type Own =
  | "label"
  | "description"
  | "error"
  | "value"
  | "onChange"
  | "onBlur"
  | "inputRef"
  | "name";

const optional = <span className="caption">{labels.optional}</span>;

type TextProps<I extends DescMessage> = FieldProps<I> & Omit<TextFieldProps, Own>;

/** A line of text. Surrounding spaces are removed, except in passwords. */
export function FormText<I extends DescMessage>(props: TextProps<I>) {
  const { of, name, label, description, ...rest } = props;
  const { field, error, required } = useField(props);
  const tidy = () => {
    const text = String(field.value ?? "");
    if (rest.type !== "password" && text !== text.trim()) field.onChange(text.trim());
    field.onBlur();
  };
  return (
    <TextField
      aside={required ? undefined : optional}
      {...rest}
      label={label}
      description={description}
      name={field.name}
      value={String(field.value ?? "")}
      onChange={field.onChange}
      onBlur={tidy}
      inputRef={field.ref}
      error={error}
      isRequired={required}
    />
  );
}

type AreaProps<I extends DescMessage> = FieldProps<I> & Omit<TextAreaProps, Own>;

const nearlyFull = 0.8;

/** Several lines of text. Near the contract's limit it shows the remaining characters. */
export function FormArea<I extends DescMessage>(props: AreaProps<I>) {
  const { of, name, label, description, ...rest } = props;
  const { field, error, required, most } = useField(props);
  const text = String(field.value ?? "");
  const full = most !== undefined && text.length > most * nearlyFull;
  const room = full ? labels.charactersUsed([...text].length, most) : undefined;
  return (
    <TextArea
      aside={required ? undefined : optional}
      {...rest}
      label={label}
      description={room ?? description}
      name={field.name}
      value={text}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error}
      isRequired={required}
    />
  );
}

/** An integer. Leaving it empty leaves the field unset. */
export function FormNumber<I extends DescMessage>(props: TextProps<I>) {
  const { of, name, label, description, ...rest } = props;
  const { field, error, required, nothing } = useField(props);
  const change = (text: string) => {
    const digits = text.replaceAll(/[^\d-]/g, "").replace(/(?!^)-/g, "");
    field.onChange(/\d/.test(digits) ? Number(digits) : nothing);
  };
  return (
    <TextField
      {...rest}
      label={label}
      description={description}
      name={field.name}
      inputMode="numeric"
      value={String(field.value ?? "")}
      onChange={change}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error}
      isRequired={required}
    />
  );
}

type SelectProps<I extends DescMessage> = FieldProps<I> & {
  options: readonly SelectOption[];
  /** The values are numbers of an enum. */
  numeric?: boolean;
  /** Label of the empty option. */
  empty?: string;
};

/** Chooses one option from a list. Values are texts or numbers of an enum. */
export function FormSelect<I extends DescMessage>(props: SelectProps<I>) {
  const { label, description, options, numeric, empty } = props;
  const { field, error, required } = useField(props);
  const all =
    empty === undefined ? options : [{ value: numeric ? "0" : "", label: empty }, ...options];
  return (
    <Select
      label={label}
      description={description}
      options={all}
      value={String(field.value ?? "")}
      onChange={(value) => field.onChange(numeric ? Number(value) : value)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error}
      required={required}
    />
  );
}

type ChoiceProps<I extends DescMessage> = FieldProps<I> & {
  options: readonly ChoiceOption[];
  numeric?: boolean;
  hideLabel?: boolean;
};

/** Chooses one of a few visible options. */
export function FormRadios<I extends DescMessage>(props: ChoiceProps<I>) {
  const { of, name, numeric, ...rest } = props;
  const { field, error, required } = useField(props);
  return (
    <RadioGroup
      {...rest}
      value={String(field.value ?? "")}
      onChange={(value) => field.onChange(numeric ? Number(value) : value)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error}
      required={required}
    />
  );
}

/** Chooses several options. Values are texts or numbers of an enum. */
export function FormCheckboxGroup<I extends DescMessage>(props: ChoiceProps<I>) {
  const { of, name, numeric, ...rest } = props;
  const { field, error } = useField(props);
  const chosen = (field.value ?? []) as (string | number)[];
  return (
    <CheckboxGroup
      {...rest}
      value={chosen.map(String)}
      onChange={(values) => field.onChange(numeric ? values.map(Number) : values)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error}
    />
  );
}

type TagsProps<I extends DescMessage> = FieldProps<I> & {
  placeholder?: string;
  type?: "text" | "email";
};

/** A list of texts that the user types. */
export function FormTags<I extends DescMessage>(props: TagsProps<I>) {
  const { of, name, ...rest } = props;
  const { field, error } = useField(props);
  return (
    <TagInput
      {...rest}
      value={(field.value ?? []) as string[]}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error}
    />
  );
}

/** Turns something on or off, with an explanation beside it. */
export function FormSwitch<I extends DescMessage>(props: FieldProps<I> & { aside?: ReactNode }) {
  const { label, description } = props;
  const { field, error } = useField(props);
  const hint = `${props.of.id}-${field.name}`;
  return (
    <div className="field">
      <Switch
        label={label}
        isSelected={Boolean(field.value)}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        aria-describedby={description || error ? hint : undefined}
      />
      {description || error ? (
        <p id={hint} className={error ? "field__error" : "field__hint"}>
          {error ? <Icon name="danger" size="small" /> : null}
          {error ?? description}
        </p>
      ) : null}
    </div>
  );
}
