import { expect, test } from "vitest";
import { Weekday } from "../../../gen/parlor/v1/company_pb";
import { addSpan, changeSpan, hoursError, removeSpan, spansOfDay } from "./hours";

const monday = { day: Weekday.MONDAY, opens: "09:00", closes: "12:00" };
const sunday = { day: Weekday.SUNDAY, opens: "10:00", closes: "11:00" };

test("the first span of a day is 9 to 5, and the next one starts when it ends", () => {
  expect(addSpan([], Weekday.FRIDAY)).toEqual([
    { day: Weekday.FRIDAY, opens: "09:00", closes: "17:00" },
  ]);
  expect(addSpan([monday], Weekday.MONDAY).at(-1)?.opens).toBe("12:00");
});

test("a span is changed and removed by its index", () => {
  const hours = [sunday, monday];
  expect(spansOfDay(hours, Weekday.MONDAY)).toEqual([{ span: monday, at: 1 }]);
  expect(changeSpan(hours, 1, { closes: "13:00" })[1]?.closes).toBe("13:00");
  expect(removeSpan(hours, 0)).toEqual([monday]);
});

test("hours that end early, overlap or are incomplete are errors with their day", () => {
  expect(hoursError([monday, sunday])).toBeUndefined();
  expect(hoursError([{ ...sunday, closes: "09:00" }])).toContain("Sunday: the closing time");
  expect(hoursError([monday, { ...monday, opens: "11:00", closes: "14:00" }])).toContain("overlap");
  expect(hoursError([monday, { ...monday, opens: "12:00", closes: "14:00" }])).toBeUndefined();
  expect(hoursError([{ ...monday, closes: "" }])).toBe(
    "Monday: enter an opening and a closing time.",
  );
});
