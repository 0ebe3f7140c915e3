// What somebody writes in a conversation and has not sent yet: kept on this computer, by person
// and conversation.

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { localStore, readJson, writeJson } from "../../lib/storage";

export type Mode = "reply" | "note";
export type Draft = Record<Mode, string>;

/** The name of all drafts, so that the old ones are dropped alike. */
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

/** What was written since stays: the reply that comes back stands before it. */
function withReply(draft: Draft, body: string): Draft {
  return { ...draft, reply: draft.reply ? `${body}\n${draft.reply}` : body };
}

/** What puts a reply back into the draft that is on the page. */
const onPage = new Map<string, (body: string) => void>();

/** A reply that was taken back is a draft again; its conversation may have been left by now. */
export function restoreDraft(userId: string, id: string, body: string): void {
  const key = toKey(userId, id);
  const put = onPage.get(key);
  if (put) put(body);
  else write(key, withReply(read(key), body));
}

export function useDraft(userId: string, id: string) {
  const key = toKey(userId, id);
  const [draft, setDraft] = useState(() => read(key));
  // What changes in the same moment adds up.
  const latest = useRef(draft);
  const take = (next: Draft) => {
    latest.current = next;
    write(key, next);
    setDraft(next);
  };
  const put = useEffectEvent((body: string) => take(withReply(latest.current, body)));
  // An undo is a matter of the notice that offers it, which outlives the conversation's page.
  useEffect(() => {
    onPage.set(key, put);
    return () => {
      onPage.delete(key);
    };
  }, [key]);
  const change = (mode: Mode, text: string) => take({ ...latest.current, [mode]: text });
  return [draft, change] as const;
}
