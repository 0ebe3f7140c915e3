// Who may open which screen, from the contract's one table.

import { getOption } from "@bufbuild/protobuf";
import {
  type Condition,
  Fact,
  screen as rule,
  type Screen,
  type ScreenRule,
  ScreenSchema,
} from "../gen/parlor/options/v1/screen_pb";
import type { Standing } from "../gen/parlor/v1/user_pb";

const rules = new Map<Screen, ScreenRule>(
  ScreenSchema.values
    .filter((value) => value.number !== 0)
    .map((value) => [value.number as Screen, getOption(value, rule)]),
);

export const screens: readonly Screen[] = [...rules.keys()];

export function ruleOf(screen: Screen): ScreenRule {
  const found = rules.get(screen);
  if (!found) throw new Error(`The contract has no screen ${screen}`);
  return found;
}

function holds(condition: Condition, standing: Standing): boolean {
  const named = condition.facts.length + condition.options.length;
  return (
    named > 0 &&
    condition.facts.every((fact) => standing.facts.includes(fact)) &&
    condition.options.every((option) => standing.options.includes(option))
  );
}

/** Any of the screen's conditions holds. */
export function mayOpen(screen: Screen, standing: Standing): boolean {
  return ruleOf(screen).anyOf.some((condition) => holds(condition, standing));
}

export function isRestricted(standing: Standing): boolean {
  return standing.facts.includes(Fact.RESTRICTED_VIEW);
}
