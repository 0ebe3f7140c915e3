// Messages for violated rules of the contract.

import type { DescField } from "@bufbuild/protobuf";
import type { FieldRules } from "../gen/buf/validate/validate_pb";
import { labels } from "./labels";
import { fieldRules } from "./rules";

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
  return value === undefined ? "" : value.toLocaleString("en-US");
}

function count(value: unknown, noun: string): string {
  const number = Number(value);
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}

/** Counts code points, like the contract. */
function toLength(value: unknown): number {
  return typeof value === "string" ? [...value].length : 0;
}

function missingMessage({ field }: ViolationContext): string {
  if (field.fieldKind === "list") return labels.addAtLeastOne;
  const { type } = fieldRules(field);
  const chosen = field.fieldKind === "enum" || (type.case === "string" && type.value.in.length > 0);
  return chosen ? labels.chooseOne : labels.thisFieldIsRequired;
}

const messages: Record<string, (limits: Limits, place: ViolationContext) => string> = {
  required: (_, place) => missingMessage(place),
  "string.min_len": ({ minLen }, place) =>
    toLength(place.value) === 0
      ? missingMessage(place)
      : `Use at least ${count(minLen, "character")}; this has ${toLength(place.value)}.`,
  "string.max_len": ({ maxLen }, place) =>
    `Use at most ${count(maxLen, "character")}; this has ${toLength(place.value).toLocaleString("en-US")}.`,
  "string.email": () => labels.enterEmailAddressSuchName,
  "string.in": () => labels.chooseFromTheList,
  "string.pattern": () => labels.isntRightFormat,
  "enum.defined_only": () => labels.chooseFromTheList,
  "enum.not_in": () => labels.chooseFromTheList,
  "repeated.min_items": ({ minItems }) => labels.chooseAtLeast(Number(minItems)),
  "repeated.max_items": ({ maxItems }) => labels.atMostAllowed(Number(maxItems)),
  gte: (limits) => `Give ${bound(limits, "greaterThan")} or more.`,
  lte: (limits) => `Give ${bound(limits, "lessThan")} or less.`,
  gte_lte: (limits) =>
    `Give a number from ${bound(limits, "greaterThan")} to ${bound(limits, "lessThan")}.`,
};

function sentence(text: string): string {
  return text
    ? `${text[0]?.toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`
    : labels.checkThisField;
}

/** Returns a message that says what to do. */
export function violationMessage(place: ViolationContext): string {
  // Empty values have separate rule IDs, and the bounds are the same for all number types.
  const rule = place.rule.replace(/_empty$/, "");
  const say = messages[rule] ?? messages[rule.replace(/^(u?int(32|64)|double|float)\./, "")];
  if (!say) return sentence(place.otherwise);
  const told = say(toLimits(place), place);
  return place.item && place.value ? `“${String(place.value)}”: ${told}` : told;
}
