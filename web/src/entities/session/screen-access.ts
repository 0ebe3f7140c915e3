// Access to screens, from the options of the contract's `Screen` enum.

import { getOption } from "@bufbuild/protobuf";
import {
  type Condition,
  Entitlement,
  screen as rule,
  type Screen,
  type ScreenRule,
  ScreenSchema,
} from "../../gen/parlor/options/v1/screen_pb";
import type { Entitlements } from "../../gen/parlor/v1/user_pb";

const rules = new Map<Screen, ScreenRule>(
  ScreenSchema.values
    .filter((value) => value.number !== 0)
    .map((value) => [value.number as Screen, getOption(value, rule)]),
);

/** A screen of the contract. */
export type KnownScreen = Exclude<(typeof Screen)[keyof typeof Screen], typeof Screen.UNSPECIFIED>;

export const screens = [...rules.keys()] as readonly KnownScreen[];

export function screenRule(screen: Screen): ScreenRule {
  const found = rules.get(screen);
  if (!found) throw new Error(`The contract has no screen ${screen}`);
  return found;
}

function isMet(condition: Condition, entitlements: Entitlements): boolean {
  const named = condition.entitlements.length + condition.options.length;
  return (
    named > 0 &&
    condition.entitlements.every((entitlement) => entitlements.granted.includes(entitlement)) &&
    condition.options.every((option) => entitlements.options.includes(option)) &&
    !condition.withoutOptions.some((option) => entitlements.options.includes(option))
  );
}

/** Returns whether any condition of the screen is met. */
export function canOpen(screen: Screen, entitlements: Entitlements): boolean {
  return screenRule(screen).anyOf.some((condition) => isMet(condition, entitlements));
}

export function isRestricted(entitlements: Entitlements): boolean {
  return entitlements.granted.includes(Entitlement.RESTRICTED_VIEW);
}
