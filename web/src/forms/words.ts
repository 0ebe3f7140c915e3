// What breaks a rule of the contract, said to people: here alone.

import type { DescField } from "@bufbuild/protobuf";
import type { FieldRules } from "../gen/buf/validate/validate_pb";
import { rulesOf } from "./rules";

type Place = {
  /** Which rule, as the contract's language names it: "string.max_len". */
  rule: string;
  field: DescField;
  /** It is about one item of a list. */
  item: boolean;
  value: unknown;
  /** The checker's own words, for a rule without words here. */
  otherwise: string;
};

type Limits = Record<string, unknown>;

function limitsOf({ field, item }: Place): Limits {
  const rules = rulesOf(field);
  const own: FieldRules | undefined =
    item && rules.type.case === "repeated" ? rules.type.value.items : rules;
  const value = own?.type.value as Limits | undefined;
  return value ?? {};
}

/** Of a pair of bounds that stand in a choice: `{ case: "lte", value: 5 }`. */
function bound(limits: Limits, side: "lessThan" | "greaterThan"): string {
  const { value } = (limits[side] ?? {}) as { value?: number | bigint };
  return value === undefined ? "" : value.toLocaleString("en-US");
}

function count(value: unknown, noun: string): string {
  const number = Number(value);
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}

/** As the contract counts them: a character outside of the basic plane is one. */
function lengthOf(value: unknown): number {
  return typeof value === "string" ? [...value].length : 0;
}

function missing({ field }: Place): string {
  if (field.fieldKind === "list") return "Add at least one.";
  const { type } = rulesOf(field);
  const chosen = field.fieldKind === "enum" || (type.case === "string" && type.value.in.length > 0);
  return chosen ? "Choose one." : "Fill this in.";
}

const words: Record<string, (limits: Limits, place: Place) => string> = {
  required: (_, place) => missing(place),
  "string.min_len": ({ minLen }, place) =>
    lengthOf(place.value) === 0
      ? missing(place)
      : `Use at least ${count(minLen, "character")}; this has ${lengthOf(place.value)}.`,
  "string.max_len": ({ maxLen }, place) =>
    `Use at most ${count(maxLen, "character")}; this has ${lengthOf(place.value).toLocaleString("en-US")}.`,
  "string.email": () => "Give an e-mail address, such as name@company.example.",
  "string.in": () => "Choose one of the list.",
  "string.pattern": () => "This is not in the form that is needed here.",
  "enum.defined_only": () => "Choose one of the list.",
  "enum.not_in": () => "Choose one of the list.",
  "repeated.min_items": ({ minItems }) => `Choose at least ${Number(minItems)}.`,
  "repeated.max_items": ({ maxItems }) => `At most ${Number(maxItems)} fit here; take some out.`,
  gte: (limits) => `Give ${bound(limits, "greaterThan")} or more.`,
  lte: (limits) => `Give ${bound(limits, "lessThan")} or less.`,
  gte_lte: (limits) =>
    `Give a number from ${bound(limits, "greaterThan")} to ${bound(limits, "lessThan")}.`,
};

function sentence(text: string): string {
  return text ? `${text[0]?.toUpperCase()}${text.slice(1).replace(/\.$/, "")}.` : "Look at this.";
}

/** What to do about it. */
export function wordsOf(place: Place): string {
  // Formats have a twin for the empty value, and numbers of all kinds the same bounds.
  const rule = place.rule.replace(/_empty$/, "");
  const say = words[rule] ?? words[rule.replace(/^(u?int(32|64)|double|float)\./, "")];
  if (!say) return sentence(place.otherwise);
  const told = say(limitsOf(place), place);
  return place.item && place.value ? `“${String(place.value)}”: ${told}` : told;
}
