// Validation rules of the contract. Reading single rules is small; the validator is large and loads
// when a form first gets the focus.

import { type DescField, type DescMessage, getOption, type Message } from "@bufbuild/protobuf";
import { type FieldRules, field as rulesOption } from "../gen/buf/validate/validate_pb";
import { file, secret } from "../gen/parlor/options/v1/access_pb";

/** A violated rule: the path of the field in the form, and a message that says what to do. */
export type Violation = { path: string; words: string };

export type Validate = (schema: DescMessage, message: Message) => Violation[];

let loading: Promise<Validate> | undefined;

/** Without the validator, the server validates: its errors are shown at the same fields. */
const acceptAll: Validate = () => [];

export function loadValidator(): Promise<Validate> {
  loading ??= import("./validate").then(
    (part) => part.validate,
    () => {
      loading = undefined;
      return acceptAll;
    },
  );
  return loading;
}

export function fieldRules(field: DescField): FieldRules {
  return getOption(field, rulesOption);
}

/** Whether the field must not be empty. */
export function isRequired(field: DescField): boolean {
  const { required, type } = fieldRules(field);
  return required || (type.case === "string" && type.value.minLen > 0n);
}

/** Maximum number of characters; undefined if the contract sets no limit. */
export function maxCharacters(field: DescField): number | undefined {
  const { type } = fieldRules(field);
  const most = type.case === "string" ? Number(type.value.maxLen) : 0;
  return most || undefined;
}

/** Whether the value must not be stored, not even in a draft. */
export function isSensitive(field: DescField): boolean {
  return getOption(field, secret) || getOption(field, file);
}
