// Unsent input, kept in this browser without secrets and files.

import type { DescMessage } from "@bufbuild/protobuf";
import { localStore, readJson, writeJson } from "../lib/storage";
import { isSensitive } from "./rules";

type Values = Record<string, unknown>;
type Stored = { values: Values; at: number };

const toKey = (name: string) => `parlor.draft.${name}`;

export function readDraft(name: string): Values | undefined {
  return readJson<Stored>(localStore, toKey(name))?.values;
}

export function deleteDraft(name: string): void {
  writeJson(localStore, toKey(name), undefined);
}

/** Whether a draft can store everything that was written. */
export function isFullyStored(schema: DescMessage, written: Record<string, unknown>): boolean {
  return Object.keys(written).every((key) => {
    const field = schema.field[key];
    return !written[key] || (field !== undefined && !isSensitive(field));
  });
}

export function saveDraft(name: string, schema: DescMessage, values: Values): void {
  const own = Object.entries(values).filter(([key]) => {
    const field = schema.field[key];
    return field !== undefined && !isSensitive(field);
  });
  // JSON has no 64-bit integers, and no form field produces them.
  const plain = own.filter(([, value]) => typeof value !== "bigint");
  writeJson(localStore, toKey(name), { values: Object.fromEntries(plain), at: Date.now() });
}
