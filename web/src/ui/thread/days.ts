// Days and times of a conversation, in the user's time zone.

import { formatLongDate } from "../../lib/format-date";

function dayKey(at: Date): string {
  return `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`;
}

/** Formats a day: "Today, Friday, November 20". Days of other years include the year. */
export function dayName(at: Date, now: Date): string {
  const date = formatLongDate(at, now);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayKey(at) === dayKey(now)) return `Today, ${date}`;
  if (dayKey(at) === dayKey(yesterday)) return `Yesterday, ${date}`;
  return date;
}

export type Day<T> = { key: string; at: Date; items: T[] };

/** Groups consecutive items of the same day, in the given order. */
export function byDay<T extends { at: Date }>(items: readonly T[]): Day<T>[] {
  const days: Day<T>[] = [];
  for (const item of items) {
    const last = days.at(-1);
    const key = dayKey(item.at);
    if (last?.key === key) last.items.push(item);
    else days.push({ key, at: item.at, items: [item] });
  }
  return days;
}
