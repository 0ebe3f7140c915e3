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

/** A field of the request, or one within it: "opens.0.from". */
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

/** One field of a form: its value, and what the contract says of it. */
export function useField<I extends DescMessage>({ of, name }: FieldProps<I>) {
  const { field, fieldState } = useController({ control: of.hook.control, name });
  const { shown } = of;
  // What is on the page is where something can be told.
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
    /** Nothing at all: where the form began with something, `undefined` would bring that back. */
    nothing: get(of.hook.formState.defaultValues, name) === undefined ? undefined : null,
  };
}
