// Turns a conversation into rows: messages, with a heading before each day.

import { byDay } from "./days";
import type { ThreadMessage } from "./types";

/** What placing a message in the thread needs. */
export type ThreadItem = Pick<ThreadMessage, "id" | "from" | "at">;

export type ThreadRow<Entry> =
  | { key: string; day: Date; message?: undefined }
  | { key: string; message: Entry; day?: undefined };

/**
 * The first day gets a heading only if it starts with the first message of the conversation.
 * Otherwise loading older messages would move the heading, and the text being read with it.
 */
export function toThreadRows<Entry extends ThreadItem>(
  messages: readonly Entry[],
  fromBeginning: boolean,
): ThreadRow<Entry>[] {
  return byDay(messages).flatMap((day, index) => [
    ...(index > 0 || fromBeginning ? [{ key: `day ${day.key}`, day: day.at }] : []),
    ...day.items.map((message) => ({ key: message.id, message })),
  ]);
}
