// Drafts of replies and notes, by user and conversation.

import type { Message } from "../../gen/parlor/v1/conversation_pb";
import { draftKey, readDraft, useStoredDraft, withoutSent, writeDraft } from "../../lib/drafts";
import { withoutPlaceholder } from "../message/placeholder";
import { restoreSentPhotos } from "../photo-picker/kept-photos";

export type Mode = "reply" | "note";
export type Draft = Record<Mode, string>;

const emptyDraft: Draft = { reply: "", note: "" };

export function toKey(userId: string, id: string): string {
  return draftKey("conversation", userId, id);
}

/** Changes a part of a draft. Reads the rest, because two changes may precede the next render. */
function change(key: string, toPart: (before: Draft) => Partial<Draft>): void {
  const before = readDraft<Draft>(key) ?? emptyDraft;
  const next = { ...before, ...toPart(before) };
  writeDraft(key, next.reply || next.note ? next : undefined);
}

/** Removes a sent reply or note from its draft, and keeps what was typed since. */
export function clearSent(userId: string, id: string, mode: Mode, sent: string): void {
  change(toKey(userId, id), (before) => ({ [mode]: withoutSent(before[mode], sent) }));
}

/** Puts an undone reply before what was written and attached since, even if the page was left. */
export function restoreDraft(userId: string, id: string, message: Message): void {
  const key = toKey(userId, id);
  const body = message.photos.length > 0 ? withoutPlaceholder(message.body) : message.body;
  change(key, ({ reply }) => ({ reply: [body, reply].filter(Boolean).join("\n") }));
  restoreSentPhotos(message.id, key);
}

export function useDraft(userId: string, id: string) {
  const key = toKey(userId, id);
  const [draft = emptyDraft] = useStoredDraft<Draft>(key);
  const write = (mode: Mode, text: string) => change(key, () => ({ [mode]: text }));
  return [draft, write] as const;
}
