import { expect, test } from "vitest";
import { labels } from "./labels";

test("the next opening is named by its day", () => {
  const now = new Date(2026, 10, 28, 18, 0);
  const opensAt = (day: number) => {
    const at = new Date(2026, 10, day, 9, 0).toISOString();
    return /opens (.*) at 9:00/.exec(labels.opensAt(at, now))?.[1];
  };
  expect([28, 29, 30, 36].map(opensAt)).toEqual(["today", "tomorrow", "Monday", "December 6"]);
});
