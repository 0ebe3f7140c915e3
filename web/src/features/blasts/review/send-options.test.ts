import { expect, test } from "vitest";
import { initialSendOptions, localTime, sendErrors, validStart } from "./send-options";

const at = Date.parse("2026-03-08T10:30:00Z");

test("a time is shown by the clock of its zone, across the change to daylight saving", () => {
  expect(localTime(at, "America/New_York")).toBe("2026-03-08T06:30");
  expect(localTime(at - 4 * 3_600_000, "America/New_York")).toBe("2026-03-08T01:30");
  expect(localTime(at, "America/Phoenix")).toBe("2026-03-08T03:30");
});

test("a start is compared with the clock of the community, not of this computer", () => {
  const errors = (startsAt: string, timeZone: string) =>
    sendErrors({ ...initialSendOptions, later: true, startsAt }, timeZone, at).startsAt;
  expect(errors("2026-03-08T05:00", "America/New_York")).toBe("Choose a time in the future.");
  expect(errors("2026-03-08T05:00", "America/Phoenix")).toBeUndefined();
  expect(errors("2027-04-08T05:00", "America/Phoenix")).toBe("Choose a time within a year.");
  expect(errors("", "America/Phoenix")).toBe("Choose a date and time.");
});

test("the blast is reviewed for a complete start in the future, and otherwise for now", () => {
  const start = (startsAt: string, later = true) =>
    validStart({ ...initialSendOptions, later, startsAt }, "America/New_York", at);
  expect(start("2026-03-08T07:00")).toBe("2026-03-08T07:00");
  expect(start("2026-03-08T06:30")).toBe("");
  expect(start("0202-03-08T07:00")).toBe("");
  expect(start("")).toBe("");
  expect(start("2026-03-08T07:00", false)).toBe("");
});
