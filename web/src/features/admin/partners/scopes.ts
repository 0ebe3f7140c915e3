// Scopes of partners, with their descriptions from the contract.

import { getOption } from "@bufbuild/protobuf";
import {
  type PartnerScope,
  PartnerScopeSchema,
  scope as rule,
} from "../../../gen/parlor/options/v1/access_pb";

const scopes = PartnerScopeSchema.values
  .filter(({ number }) => number !== 0)
  .map((value) => ({ number: value.number as PartnerScope, ...getOption(value, rule) }));

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Options of scopes, with their OAuth names. */
export const scopeOptions = scopes.map(({ number, description, name }) => ({
  value: String(number),
  label: capitalize(description),
  text: name,
}));

/** "See your communities". */
export function scopeLabel(scope: PartnerScope): string {
  return capitalize(scopes.find(({ number }) => number === scope)?.description ?? "");
}
