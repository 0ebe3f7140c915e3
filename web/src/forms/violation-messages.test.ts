import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import type { FieldRules } from "../gen/buf/validate/validate_pb";
import { fieldRules } from "./rules";
import { violationMessage } from "./violation-messages";

const files = import.meta.glob<Record<string, unknown>>("../gen/parlor/v1/*_pb.ts", {
  eager: true,
});

function messages(): DescMessage[] {
  return Object.values(files)
    .flatMap((file) => Object.values(file))
    .filter((one): one is DescMessage => (one as DescMessage | undefined)?.kind === "message");
}

/** Returns the IDs of a field's rules, as the validator reports them. */
function idsOf({ required, type }: FieldRules): string[] {
  const ids = required ? ["required"] : [];
  const value = type.value as Record<string, unknown> | undefined;
  if (!type.case || !value) return ids;
  const { minLen, maxLen, minItems, maxItems, pattern, wellKnown, definedOnly } = value;
  const named: [unknown, string][] = [
    [minLen, "min_len"],
    [maxLen, "max_len"],
    [minItems, "min_items"],
    [maxItems, "max_items"],
    [pattern, "pattern"],
    [definedOnly, "defined_only"],
    [(value.in as unknown[] | undefined)?.length, "in"],
    [(value.notIn as unknown[] | undefined)?.length, "not_in"],
    [(wellKnown as { case?: string } | undefined)?.case, "email"],
    [(value.lessThan as { case?: string } | undefined)?.case, "lte"],
    [(value.greaterThan as { case?: string } | undefined)?.case, "gte"],
  ];
  const own = named.filter(([set]) => set).map(([, name]) => `${type.case}.${name}`);
  const both = own.includes(`${type.case}.lte`) && own.includes(`${type.case}.gte`);
  return [...ids, ...own, ...(both ? [`${type.case}.gte_lte`] : [])];
}

function rulesOfAll(): { field: DescField; item: boolean; rule: string }[] {
  return messages()
    .flatMap((message) => message.fields)
    .flatMap((field) => {
      const rules = fieldRules(field);
      const items = rules.type.case === "repeated" ? rules.type.value.items : undefined;
      return [
        ...idsOf(rules).map((rule) => ({ field, item: false, rule })),
        ...(items ? idsOf(items).map((rule) => ({ field, item: true, rule })) : []),
      ];
    });
}

test("every rule of the contract has a message without missing values", () => {
  const all = rulesOfAll();
  expect(all.length).toBeGreaterThan(200);
  for (const { rule, field, item } of all) {
    const value = field.scalar === ScalarType.STRING ? "some words" : undefined;
    const message = violationMessage({ rule, field, item, value, otherwise: "not said here" });
    expect(message, `${field} ${rule}`).not.toMatch(/not said here|NaN|undefined/i);
    expect(message, `${field} ${rule}`).toMatch(/\.$/);
  }
});

test("a rule without a message shows the validator's, as a sentence", () => {
  const [one] = rulesOfAll();
  if (!one) throw new Error("The contract has no rules");
  const message = violationMessage({
    ...one,
    rule: "string.ulid",
    value: "x",
    otherwise: "must be a ULID",
  });
  expect(message).toBe("Must be a ULID.");
});
