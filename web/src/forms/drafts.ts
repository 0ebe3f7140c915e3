// What somebody wrote and has not sent: kept on this computer, without secrets and files.

import type { DescMessage } from "@bufbuild/protobuf";
import { kept, readJson, writeJson } from "../lib/store";
import { isPrivate } from "./rules";

type Values = Record<string, unknown>;
type Stored = { values: Values; at: number };

const keyOf = (name: string) => `parlor.draft.${name}`;

export function readDraft(name: string): Values | undefined {
  return readJson<Stored>(kept, keyOf(name))?.values;
}

export function dropDraft(name: string): void {
  writeJson(kept, keyOf(name), undefined);
}

/** Whether a draft keeps everything that was written. */
export function isKept(schema: DescMessage, written: Record<string, unknown>): boolean {
  return Object.keys(written).every((key) => {
    const field = schema.field[key];
    return !written[key] || (field !== undefined && !isPrivate(field));
  });
}

export function keepDraft(name: string, schema: DescMessage, values: Values): void {
  const own = Object.entries(values).filter(([key]) => {
    const field = schema.field[key];
    return field !== undefined && !isPrivate(field);
  });
  // Numbers of 64 bits have no place in JSON, and no form writes them.
  const plain = own.filter(([, value]) => typeof value !== "bigint");
  writeJson(kept, keyOf(name), { values: Object.fromEntries(plain), at: Date.now() });
}
