// Drafts of answers, by user and escalation.

import * as drafts from "../../lib/drafts";

/** Channel of the notice to the homeowner; the contract's `notificationType`. */
export type Channel = "text" | "email" | "chat";

export type Draft = {
  answer: string;
  question: string;
  category: string;
  train: boolean;
  notify: boolean;
  channel: Channel;
};

export function toKey(userId: string, id: string): string {
  return drafts.draftKey("escalation", userId, id);
}

export function readDraft(userId: string, id: string): Partial<Draft> | undefined {
  return drafts.readDraft(toKey(userId, id));
}

export function writeDraft(userId: string, id: string, draft: Partial<Draft> | undefined): void {
  drafts.writeDraft(toKey(userId, id), draft);
}

/** Returns the initial values overlaid with the draft. Stores every change immediately. */
export function useDraft(userId: string, id: string, initial: Draft) {
  const [stored, , savedAt] = drafts.useStoredDraft<Partial<Draft>>(toKey(userId, id));
  // Reads the other values, because two changes may precede the next render.
  const change = (part: Partial<Draft>) =>
    writeDraft(userId, id, { ...readDraft(userId, id), ...part });
  return { draft: { ...initial, ...stored }, change, savedAt, stored };
}
