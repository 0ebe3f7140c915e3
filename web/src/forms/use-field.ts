import type { DescField, DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { get, useController } from "react-hook-form";
import { isRequired, maxCharacters } from "./rules";
import type { ContractForm } from "./use-contract-form";

type FieldKey<I extends DescMessage> = Exclude<
  keyof MessageShape<I> & string,
  "$typeName" | "$unknown"
>;

/** Path of a field in the request: "opens.0.from". */
export type FieldName<I extends DescMessage> = FieldKey<I> | `${FieldKey<I>}.${string}`;

export type FieldProps<I extends DescMessage> = {
  of: ContractForm<I>;
  name: FieldName<I>;
  label: string;
  description?: ReactNode;
};

function fieldAt(schema: DescMessage, name: string): DescField {
  let message: DescMessage | undefined = schema;
  let found: DescField | undefined;
  for (const step of name.split(".")) {
    if (/^\d+$/.test(step)) continue;
    found = message?.field[step];
    message = found?.message;
  }
  if (!found) throw new Error(`${schema.typeName} has no field ${name}`);
  return found;
}

/** A field of a form: its value, error and validation rules. */
export function useField<I extends DescMessage>({ of, name }: FieldProps<I>) {
  const { field, fieldState } = useController({ control: of.hook.control, name });
  const { shown } = of;
  // Errors can only be shown at rendered fields.
  useEffect(() => {
    shown.add(name);
    return () => {
      shown.delete(name);
    };
  }, [shown, name]);
  const rules = fieldAt(of.schema, name);
  return {
    field,
    error: fieldState.error?.message,
    required: isRequired(rules),
    most: maxCharacters(rules),
    /**
     * The empty value. `undefined` would make the form restore a default value, so `null` is used
     * then.
     */
    nothing: get(of.hook.formState.defaultValues, name) === undefined ? undefined : null,
  };
}
