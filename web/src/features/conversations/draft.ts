// What somebody writes in a conversation and has not sent yet: kept on this computer, by person
// and conversation.

import { useRef, useState } from "react";
import { kept, readJson, writeJson } from "../../lib/store";

export type Mode = "reply" | "note";
export type Draft = Record<Mode, string>;

const empty: Draft = { reply: "", note: "" };

/** The name of all drafts, so that the old ones are dropped alike. */
function keyOf(userId: string, id: string): string {
  return `parlor.draft.${userId}.conversation.${id}`;
}

export function useDraft(userId: string, id: string) {
  const [draft, setDraft] = useState<Draft>(() => ({
    ...empty,
    ...readJson<Partial<Draft>>(kept, keyOf(userId, id)),
  }));
  // An undo comes long after it was offered: what was written since then stays.
  const latest = useRef(draft);
  const change = (mode: Mode, text: string) => {
    const { reply, note } = latest.current;
    const next = { reply, note, [mode]: text };
    latest.current = next;
    const some = next.reply || next.note;
    writeJson(kept, keyOf(userId, id), some ? { ...next, at: Date.now() } : undefined);
    setDraft(next);
  };
  return [draft, change] as const;
}
