// The contract's rules of a form. What reads them at once is small; what checks them
// comes when a form is first touched.

import { type DescField, type DescMessage, getOption, type Message } from "@bufbuild/protobuf";
import { type FieldRules, field as rulesOption } from "../gen/buf/validate/validate_pb";
import { file, secret } from "../gen/parlor/options/v1/access_pb";

/** A field that breaks a rule: where, as the form names it, and what to do, in words. */
export type Violation = { path: string; words: string };

export type Validate = (schema: DescMessage, message: Message) => Violation[];

let loading: Promise<Validate> | undefined;

/** Without what checks, the server does: its refusal lands on the same fields. */
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

/** It may not be left empty. */
export function isRequired(field: DescField): boolean {
  const { required, type } = fieldRules(field);
  return required || (type.case === "string" && type.value.minLen > 0n);
}

/** How many characters fit; nothing where the contract sets no limit. */
export function maxCharacters(field: DescField): number | undefined {
  const { type } = fieldRules(field);
  const most = type.case === "string" ? Number(type.value.maxLen) : 0;
  return most || undefined;
}

/** What is kept nowhere, not as a draft either. */
export function isSensitive(field: DescField): boolean {
  return getOption(field, secret) || getOption(field, file);
}
