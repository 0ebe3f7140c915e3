// Validates messages against the contract's rules. This is the large part of the forms.

import { clone, type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";
import { type Path, type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import { createValidator } from "@bufbuild/protovalidate";
import { isBlank } from "../lib/blank-text";
import { isRequired, isSensitive, type Validate } from "./rules";
import { violationMessage } from "./violation-messages";

const validator = createValidator();

/** Converts a path of the validator to one of the form: "preferredVendors.0". */
function toFieldName(path: Path): string {
  return path
    .map((step) => {
      if (step.kind === "field") return step.localName;
      if (step.kind === "list_sub") return String(step.index);
      return "";
    })
    .filter(Boolean)
    .join(".");
}

function valueAt(message: Message, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      message,
    );
}

function emptyBlankTexts(message: ReflectMessage): void {
  for (const field of message.fields) {
    if (field.fieldKind === "message" && message.isSet(field)) emptyBlankTexts(message.get(field));
    if (field.fieldKind === "list" && field.listKind === "message")
      for (const item of message.get(field)) emptyBlankTexts(item as ReflectMessage);
    if (field.fieldKind !== "scalar" || !isRequired(field) || isSensitive(field)) continue;
    const value = message.get(field);
    if (typeof value === "string" && value && isBlank(value)) message.set(field, "");
  }
}

/** Empties blank texts, because the server treats blank required texts as missing. */
function withoutBlankTexts(schema: DescMessage, message: Message): Message {
  const copy = clone(schema, message);
  emptyBlankTexts(reflect(schema, copy));
  return copy;
}

export const validate: Validate = (schema, given) => {
  const message = withoutBlankTexts(schema, given);
  const result = validator.validate(schema, message);
  // Rules that fail to compile or run here are left to the server.
  if (result.kind !== "invalid") return [];
  return result.violations.flatMap(({ field, ruleId, message: otherwise }) => {
    const last = field.findLast((step) => step.kind === "field") as DescField | undefined;
    if (!last) return [{ path: "", words: otherwise }];
    const path = toFieldName(field);
    const item = field.at(-1)?.kind === "list_sub";
    const value = valueAt(message, path);
    return [
      { path, words: violationMessage({ rule: ruleId, field: last, item, value, otherwise }) },
    ];
  });
};
