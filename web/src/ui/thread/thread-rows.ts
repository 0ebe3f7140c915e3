// A conversation as one list of rows: the messages, and the days between them.

import { byDay } from "./days";
import type { ThreadMessage } from "./types";

/** Where a message stands. */
export type ThreadItem = Pick<ThreadMessage, "id" | "from" | "at">;

export type ThreadRow<Entry> =
  | { key: string; day: Date; message?: undefined }
  | { key: string; message: Entry; day?: undefined };

/**
 * The first day stands over its messages only where it begins with them: a heading that wanders
 * up as older ones come would take along what somebody reads.
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
