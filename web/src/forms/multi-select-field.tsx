import type { DescMessage } from "@bufbuild/protobuf";
import { MultiSelect, type MultiSelectOption } from "../ui";
import { type FieldProps, useField } from "./use-field";

type Props<I extends DescMessage> = FieldProps<I> & {
  options: readonly MultiSelectOption[];
  none?: string;
  all?: string;
};

/** Chooses several of up to hundreds of options. */
export function FormMultiSelect<I extends DescMessage>(props: Props<I>) {
  const { of, name, ...rest } = props;
  const { field, error } = useField(props);
  return (
    <MultiSelect
      {...rest}
      value={(field.value ?? []) as string[]}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error}
    />
  );
}
