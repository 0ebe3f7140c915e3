import { expect, test } from "vitest";
import { Weekday } from "../../../gen/parlor/v1/company_pb";
import { changed, spansOf, troubleOf, without, withSpan } from "./hours";

const monday = { day: Weekday.MONDAY, opens: "09:00", closes: "12:00" };
const sunday = { day: Weekday.SUNDAY, opens: "10:00", closes: "11:00" };

test("a day opens with office hours, and goes on where it closed", () => {
  expect(withSpan([], Weekday.FRIDAY)).toEqual([
    { day: Weekday.FRIDAY, opens: "09:00", closes: "17:00" },
  ]);
  expect(withSpan([monday], Weekday.MONDAY).at(-1)?.opens).toBe("12:00");
});

test("a span is changed and removed where it stands in the list", () => {
  const hours = [sunday, monday];
  expect(spansOf(hours, Weekday.MONDAY)).toEqual([{ span: monday, at: 1 }]);
  expect(changed(hours, 1, { closes: "13:00" })[1]?.closes).toBe("13:00");
  expect(without(hours, 0)).toEqual([monday]);
});

test("hours that end before they begin, overlap or are half said are told by their day", () => {
  expect(troubleOf([monday, sunday])).toBeUndefined();
  expect(troubleOf([{ ...sunday, closes: "09:00" }])).toContain("Sunday: it cannot close");
  expect(troubleOf([monday, { ...monday, opens: "11:00", closes: "14:00" }])).toContain("overlap");
  expect(troubleOf([monday, { ...monday, opens: "12:00", closes: "14:00" }])).toBeUndefined();
  expect(troubleOf([{ ...monday, closes: "" }])).toBe("Monday: say from when until when.");
});
