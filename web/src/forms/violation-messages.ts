// Messages for violated rules of the contract.

import type { DescField } from "@bufbuild/protobuf";
import type { FieldRules } from "../gen/buf/validate/validate_pb";
import { formatNumber } from "../lib/format-number";
import { fieldRules } from "./rules";
import { violationLabels } from "./violation-labels";

type ViolationContext = {
  /** ID of the rule: "string.max_len". */
  rule: string;
  field: DescField;
  /** The violation concerns one item of a list. */
  item: boolean;
  value: unknown;
  /** The validator's message, for rules without a message here. */
  otherwise: string;
};

type Limits = Record<string, unknown>;

function toLimits({ field, item }: ViolationContext): Limits {
  const rules = fieldRules(field);
  const own: FieldRules | undefined =
    item && rules.type.case === "repeated" ? rules.type.value.items : rules;
  const value = own?.type.value as Limits | undefined;
  return value ?? {};
}

/** Formats one bound of a pair such as `{ case: "lte", value: 5 }`. */
function bound(limits: Limits, side: "lessThan" | "greaterThan"): string {
  const { value } = (limits[side] ?? {}) as { value?: number | bigint };
  return value === undefined ? "" : formatNumber(value);
}

/** Counts code points, like the contract. */
function toLength(value: unknown): number {
  return typeof value === "string" ? [...value].length : 0;
}

function missingMessage({ field }: ViolationContext): string {
  if (field.fieldKind === "list") return violationLabels.addOne;
  const { type } = fieldRules(field);
  const chosen = field.fieldKind === "enum" || (type.case === "string" && type.value.in.length > 0);
  return chosen ? violationLabels.chooseOne : violationLabels.required;
}

const messages: Record<string, (limits: Limits, place: ViolationContext) => string> = {
  required: (_, place) => missingMessage(place),
  "string.min_len": ({ minLen }, place) =>
    toLength(place.value) === 0
      ? missingMessage(place)
      : violationLabels.tooShort(Number(minLen), toLength(place.value)),
  "string.max_len": ({ maxLen }, place) =>
    violationLabels.tooLong(Number(maxLen), toLength(place.value)),
  "string.email": () => violationLabels.email,
  "string.in": () => violationLabels.notInList,
  "string.pattern": () => violationLabels.wrongFormat,
  "enum.defined_only": () => violationLabels.notInList,
  "enum.not_in": () => violationLabels.notInList,
  "repeated.min_items": ({ minItems }) => violationLabels.tooFewItems(Number(minItems)),
  "repeated.max_items": ({ maxItems }) => violationLabels.tooManyItems(Number(maxItems)),
  gte: (limits) => violationLabels.minimum(bound(limits, "greaterThan")),
  lte: (limits) => violationLabels.maximum(bound(limits, "lessThan")),
  gte_lte: (limits) =>
    violationLabels.range(bound(limits, "greaterThan"), bound(limits, "lessThan")),
};

function sentence(text: string): string {
  return text
    ? `${text[0]?.toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`
    : violationLabels.check;
}

/** Returns a message that says what to do. */
export function violationMessage(place: ViolationContext): string {
  // Empty values have separate rule IDs, and the bounds are the same for all number types.
  const rule = place.rule.replace(/_empty$/, "");
  const say = messages[rule] ?? messages[rule.replace(/^(u?int(32|64)|double|float)\./, "")];
  if (!say) return sentence(place.otherwise);
  const message = say(toLimits(place), place);
  return place.item && place.value
    ? violationLabels.invalidItem(String(place.value), message)
    : message;
}
