import type { DescMessage } from "@bufbuild/protobuf";
import { useState } from "react";
import { formatPhone } from "../lib/names";
import { parsePhone } from "../lib/phone";
import { TextField, type TextFieldProps } from "../ui";
import { labels } from "./labels";
import { type FieldProps, useField } from "./use-field";

type Props<I extends DescMessage> = FieldProps<I> & Pick<TextFieldProps, "autoComplete" | "aside">;

const optional = <span className="caption">{labels.optional}</span>;

/** A phone number. Accepts common formats, is sent in E.164 and displayed in national format. */
export function FormPhone<I extends DescMessage>(props: Props<I>) {
  const { of, name, label, description, ...rest } = props;
  const { field, error, required } = useField(props);
  // The text as typed. Formatting it while the user types would move the caret.
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      aside={required ? undefined : optional}
      {...rest}
      type="tel"
      label={label}
      description={description}
      name={field.name}
      value={typed ?? formatPhone(String(field.value ?? ""))}
      onChange={(text) => {
        setTyped(text);
        field.onChange(parsePhone(text) ?? text.trim());
      }}
      onBlur={() => {
        setTyped(undefined);
        field.onBlur();
      }}
      inputRef={field.ref}
      error={error}
      isRequired={required}
    />
  );
}
