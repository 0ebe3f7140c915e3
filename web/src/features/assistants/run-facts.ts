import type { Draft } from "../../gen/parlor/v1/draft_pb";
import type { Assistant } from "./labels";

/** Returns the names and values of a run's inputs, in the order of the form. */
export function toFacts({ fields, notes }: Assistant, { inputs }: Draft): [string, string][] {
  const values = new Map(inputs?.fields.map(({ key, value }) => [key, value]));
  const guided = fields.map(({ key, label }): [string, string] => [label, values.get(key) ?? ""]);
  return [...guided, [notes, inputs?.notes ?? ""]];
}
