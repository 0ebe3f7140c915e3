// Checks a message against the contract's rules: the part of the forms that is large.

import type { DescField, Message } from "@bufbuild/protobuf";
import type { Path } from "@bufbuild/protobuf/reflect";
import { createValidator } from "@bufbuild/protovalidate";
import type { Validate } from "./rules";
import { violationMessage } from "./violation-messages";

const validator = createValidator();

/** "preferredVendors.0": as the form names it. */
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

export const validate: Validate = (schema, message) => {
  const result = validator.validate(schema, message);
  // A rule that cannot be read here is the server's to check.
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
