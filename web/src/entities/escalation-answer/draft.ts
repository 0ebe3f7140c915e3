// Drafts of answers, stored in the browser by user and escalation.

import { useRef, useState } from "react";
import { localStore, readJson, writeJson } from "../../lib/storage";

/** Channel of the notice to the homeowner; the contract's `notificationType`. */
export type Channel = "text" | "email";

export type Draft = {
  answer: string;
  question: string;
  category: string;
  train: boolean;
  notify: boolean;
  channel: Channel;
};

type Stored = Partial<Draft> & { at: number };

const prefix = "parlor.draft.";
const lifetime = 14 * 86_400_000;

function toKey(userId: string, id: string): string {
  return `${prefix}${userId}.${id}`;
}

export function readDraft(userId: string, id: string): Stored | undefined {
  return readJson<Stored>(localStore, toKey(userId, id));
}

export function writeDraft(userId: string, id: string, draft: Stored | undefined): void {
  writeJson(localStore, toKey(userId, id), draft);
}

/** Deletes drafts that are older than 14 days. */
export function deleteExpiredDrafts(now = Date.now()): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix)) continue;
      const draft = readJson<Stored>(localStore, key);
      if (!draft || now - draft.at > lifetime) localStorage.removeItem(key);
    }
  } catch {
    // Unreadable storage has no drafts.
  }
}

/** Returns the initial values overlaid with the draft. Stores every change immediately. */
export function useDraft(userId: string, id: string, initial: Draft) {
  const [stored, setStored] = useState(() => readDraft(userId, id));
  // Changes before the next render must not overwrite each other.
  const latest = useRef(stored);
  const change = (part: Partial<Draft>) => {
    const next = { ...latest.current, ...part, at: Date.now() };
    latest.current = next;
    writeDraft(userId, id, next);
    setStored(next);
  };
  const { at, ...own } = stored ?? {};
  return { draft: { ...initial, ...own }, change, savedAt: at, stored };
}
