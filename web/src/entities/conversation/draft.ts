// Drafts of replies and notes, stored in the browser by user and conversation.

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { localStore, readJson, writeJson } from "../../lib/storage";

export type Mode = "reply" | "note";
export type Draft = Record<Mode, string>;

/** Starts with the common prefix of drafts, so that expired drafts are deleted together. */
function toKey(userId: string, id: string): string {
  return `parlor.draft.${userId}.conversation.${id}`;
}

function read(key: string): Draft {
  return { reply: "", note: "", ...readJson<Partial<Draft>>(localStore, key) };
}

function write(key: string, { reply, note }: Draft): void {
  const some = reply || note;
  writeJson(localStore, key, some ? { reply, note, at: Date.now() } : undefined);
}

/** Puts a restored reply before the text that was written since. */
function withReply(draft: Draft, body: string): Draft {
  return { ...draft, reply: draft.reply ? `${body}\n${draft.reply}` : body };
}

/** Functions that restore a reply into a draft on the page, by key. */
const onPage = new Map<string, (body: string) => void>();

/** Restores an undone reply as a draft, even if the conversation is no longer on the page. */
export function restoreDraft(userId: string, id: string, body: string): void {
  const key = toKey(userId, id);
  const put = onPage.get(key);
  if (put) put(body);
  else write(key, withReply(read(key), body));
}

export function useDraft(userId: string, id: string) {
  const key = toKey(userId, id);
  const [draft, setDraft] = useState(() => read(key));
  // Changes before the next render must not overwrite each other.
  const latest = useRef(draft);
  const take = (next: Draft) => {
    latest.current = next;
    write(key, next);
    setDraft(next);
  };
  const put = useEffectEvent((body: string) => take(withReply(latest.current, body)));
  // The toast that offers the undo outlives the page of the conversation.
  useEffect(() => {
    onPage.set(key, put);
    return () => {
      onPage.delete(key);
    };
  }, [key]);
  const change = (mode: Mode, text: string) => take({ ...latest.current, [mode]: text });
  return [draft, change] as const;
}
