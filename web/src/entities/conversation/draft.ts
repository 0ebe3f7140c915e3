// Drafts of replies and notes, by user and conversation.

import { draftKey, readDraft, useStoredDraft, writeDraft } from "../../lib/drafts";

export type Mode = "reply" | "note";
export type Draft = Record<Mode, string>;

const emptyDraft: Draft = { reply: "", note: "" };

function toKey(userId: string, id: string): string {
  return draftKey("conversation", userId, id);
}

/** Changes a part of a draft. Reads the rest, because two changes may precede the next render. */
function change(key: string, toPart: (before: Draft) => Partial<Draft>): void {
  const before = readDraft<Draft>(key) ?? emptyDraft;
  const next = { ...before, ...toPart(before) };
  writeDraft(key, next.reply || next.note ? next : undefined);
}

/** Puts an undone reply before the text that was written since, even if the page was left. */
export function restoreDraft(userId: string, id: string, body: string): void {
  change(toKey(userId, id), ({ reply }) => ({ reply: reply ? `${body}\n${reply}` : body }));
}

export function useDraft(userId: string, id: string) {
  const key = toKey(userId, id);
  const [draft = emptyDraft] = useStoredDraft<Draft>(key);
  const write = (mode: Mode, text: string) => change(key, () => ({ [mode]: text }));
  return [draft, write] as const;
}
