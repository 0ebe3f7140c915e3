// Drafts of forms, without secrets and files.

import type { DescMessage } from "@bufbuild/protobuf";
import { writeDraft } from "../lib/drafts";
import { isSensitive } from "./rules";

type Values = Record<string, unknown>;

/** Whether a draft can store everything that was written. */
export function isFullyStored(schema: DescMessage, written: Values): boolean {
  return Object.keys(written).every((key) => {
    const field = schema.field[key];
    return !written[key] || (field !== undefined && !isSensitive(field));
  });
}

/** Stores the values of a form under a key of the draft store. */
export function saveFormDraft(key: string, schema: DescMessage, values: Values): void {
  const own = Object.entries(values).filter(([name]) => {
    const field = schema.field[name];
    return field !== undefined && !isSensitive(field);
  });
  // JSON has no 64-bit integers, and no form field produces them.
  const plain = own.filter(([, value]) => typeof value !== "bigint");
  writeDraft(key, Object.fromEntries(plain));
}
