import { type FocusEvent, type ReactNode, type Ref, useState } from "react";
import {
  TextArea as AriaArea,
  TextField as AriaField,
  type TextFieldProps as AriaProps,
  FieldError,
  Input,
  Label,
  Text,
} from "react-aria-components";
import { Button } from "./button";
import { Icon } from "./icon";

type Common = Omit<AriaProps, "className" | "children" | "isInvalid"> & {
  label: string;
  hideLabel?: boolean;
  description?: ReactNode;
  error?: string | undefined;
  placeholder?: string;
};

export type TextFieldProps = Common & {
  inputRef?: Ref<HTMLInputElement>;
  size?: "large";
  /** Shown beside the label, such as a link or a badge. */
  aside?: ReactNode;
};

export type TextAreaProps = Common & {
  inputRef?: Ref<HTMLTextAreaElement>;
  rows?: number;
  aside?: ReactNode;
};

function FieldDescription({ description, error }: Pick<Common, "description" | "error">) {
  return (
    <>
      {description ? (
        <Text slot="description" className="field__hint">
          {description}
        </Text>
      ) : null}
      <FieldError className="field__error">
        {error ? (
          <>
            <Icon name="danger" size="small" />
            {error}
          </>
        ) : null}
      </FieldError>
    </>
  );
}

function FieldHeader(props: { label: string; hideLabel: boolean | undefined; aside?: ReactNode }) {
  const label = (
    <Label className={props.hideLabel ? "visually-hidden" : "field__label"}>{props.label}</Label>
  );
  if (!props.aside) return label;
  return (
    <div className="row row--between">
      {label}
      {props.aside}
    </div>
  );
}

export function TextField(props: TextFieldProps) {
  const { label, hideLabel, description, error, placeholder, inputRef, size, aside, ...rest } =
    props;
  return (
    <AriaField validationBehavior="aria" {...rest} className="field" isInvalid={Boolean(error)}>
      <FieldHeader label={label} hideLabel={hideLabel} aside={aside} />
      <Input
        {...(inputRef ? { ref: inputRef } : {})}
        className={size ? "input input--large" : "input"}
        placeholder={placeholder ?? ""}
      />
      <FieldDescription description={description} error={error} />
    </AriaField>
  );
}

/** Moves the caret to the end of the text on focus. A click still places the caret. */
function moveToEnd({ currentTarget }: FocusEvent<HTMLTextAreaElement>) {
  currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length);
}

export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, description, error, placeholder, inputRef, rows, aside, ...rest } =
    props;
  return (
    <AriaField validationBehavior="aria" {...rest} className="field" isInvalid={Boolean(error)}>
      <FieldHeader label={label} hideLabel={hideLabel} aside={aside} />
      <AriaArea
        {...(inputRef ? { ref: inputRef } : {})}
        {...(props.autoFocus ? { onFocus: moveToEnd } : {})}
        className="input"
        rows={rows ?? 2}
        placeholder={placeholder ?? ""}
      />
      <FieldDescription description={description} error={error} />
    </AriaField>
  );
}

/**
 * Shows typed text at once, even while the page updates `value` late, as it does through the URL.
 */
function useTyped(value: string, onChange: ((text: string) => void) | undefined) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [pendingValues, setPendingValues] = useState<readonly string[]>([]);
  if (value !== seen) {
    setSeen(value);
    const at = pendingValues.indexOf(value);
    setPendingValues(pendingValues.slice(at < 0 ? pendingValues.length : at + 1));
    // The value did not come from this field, for example after a filter was cleared or Back.
    if (at < 0) setTyped(value);
  }
  const type = (text: string) => {
    setTyped(text);
    setPendingValues([...pendingValues, text]);
    onChange?.(text);
  };
  return [typed, type] as const;
}

/** A search field. Escape and the clear button empty it. */
export function SearchField(props: Omit<TextFieldProps, "size" | "aside">) {
  const { label, hideLabel, description, error, placeholder, inputRef, ...rest } = props;
  const [typed, type] = useTyped(props.value ?? "", props.onChange);
  const clear = () => type("");
  return (
    <AriaField
      validationBehavior="aria"
      type="search"
      {...rest}
      value={typed}
      onChange={type}
      className="field"
      isInvalid={Boolean(error)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && typed) clear();
        else event.continuePropagation();
      }}
    >
      <FieldHeader label={label} hideLabel={hideLabel} />
      <span className="input-with-icon">
        <Icon name="find" size="small" />
        <Input
          {...(inputRef ? { ref: inputRef } : {})}
          className="input"
          placeholder={placeholder ?? (hideLabel ? label : "")}
        />
        {typed ? (
          <Button
            variant="quiet"
            size="small"
            icon="close"
            aria-label="Clear"
            excludeFromTabOrder
            onPress={clear}
          />
        ) : null}
      </span>
      <FieldDescription description={description} error={error} />
    </AriaField>
  );
}
