// Unsent input of the signed-in user, stored in the browser. Logging out deletes it, because all keys
// begin with "parlor." (api/session-token.ts); a session that expires does not.

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { localStore, readText, removeKeys, writeText } from "./storage";

const prefix = "parlor.draft.";
/** Milliseconds after the last change for which a draft is kept: 14 days. */
const lifetime = 14 * 86_400_000;
/** Maximum number of drafts. Above it, those that were changed least recently are deleted. */
const maxDrafts = 200;

type Stored<T> = { value: T; at: number };

/** Drafts that the browser could not store, as if they were stored. Lost with the tab. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Sent by the other tabs only.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function readStored(key: string): string | null {
  return unstored.get(key) ?? readText(localStore, key);
}

function parse<T>(text: string | null): Stored<T> | undefined {
  if (text === null) return undefined;
  try {
    const { value, at } = JSON.parse(text) as Stored<T>;
    return Date.now() - at <= lifetime ? { value, at } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the key of a draft: the kind of form, the user who writes, and what it is about. */
export function draftKey(kind: string, userId: string, ...subject: readonly string[]): string {
  return prefix + [kind, userId, ...subject].join(".");
}

export function readDraft<T>(key: string): T | undefined {
  return parse<T>(readStored(key))?.value;
}

/** Stores a draft; `undefined` deletes it. */
export function writeDraft<T>(key: string, value: T | undefined): void {
  const text = value === undefined ? null : JSON.stringify({ value, at: Date.now() });
  const isNew = text !== null && readStored(key) === null;
  writeText(localStore, key, text);
  if (text === null || readText(localStore, key) === text) unstored.delete(key);
  else unstored.set(key, text);
  if (isNew) deleteOldDrafts();
  for (const listener of listeners) listener();
}

/**
 * Returns what was typed after a text was sent. `sent` has no spaces around it. A text that no longer begins with it
 * stays whole.
 */
export function withoutSent(text: string, sent: string): string {
  const typed = text.trimStart();
  return typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : text;
}

/** Returns a draft, a function that stores it, and the time of its last change in milliseconds. */
export function useStoredDraft<T>(key: string) {
  const text = useSyncExternalStore(subscribe, () => readStored(key));
  const draft = useMemo(() => parse<T>(text), [text]);
  const set = useCallback((value: T | undefined) => writeDraft(key, value), [key]);
  return [draft?.value, set, draft?.at] as const;
}

/** Deletes drafts that are unreadable, older than 14 days, or above the maximum number. */
export function deleteOldDrafts(): void {
  const kept: { key: string; at: number }[] = [];
  removeKeys(localStore, (key) => {
    if (!key.startsWith(prefix)) return false;
    const draft = parse(readText(localStore, key));
    if (draft) kept.push({ key, at: draft.at });
    return !draft;
  });
  kept.sort((a, b) => b.at - a.at);
  for (const { key } of kept.slice(maxDrafts)) writeText(localStore, key, null);
}
