// A conversation as one list of rows: the messages, and the days between them.

import { byDay } from "./days";
import type { ThreadMessage } from "./types";

/** Where a message stands. */
export type Placed = Pick<ThreadMessage, "id" | "from" | "at">;

export type Row<Entry> =
  | { key: string; day: Date; message?: undefined }
  | { key: string; message: Entry; day?: undefined };

/**
 * The first day stands over its messages only where it begins with them: a heading that wanders
 * up as older ones come would take along what somebody reads.
 */
export function rowsOf<Entry extends Placed>(
  messages: readonly Entry[],
  fromBeginning: boolean,
): Row<Entry>[] {
  return byDay(messages).flatMap((day, index) => [
    ...(index > 0 || fromBeginning ? [{ key: `day ${day.key}`, day: day.at }] : []),
    ...day.items.map((message) => ({ key: message.id, message })),
  ]);
}
