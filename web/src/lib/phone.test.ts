import { expect, test } from "vitest";
import { parsePhone } from "./phone";

test("a number is parsed in common formats", () => {
  for (const [text, number] of [
    ["+12025550109", "+12025550109"],
    ["(202) 555-0109", "+12025550109"],
    [" 202.555.0109 ", "+12025550109"],
    ["1-202-555-0109", "+12025550109"],
    ["+1 (202) 555\u20110109", "+12025550109"],
    ["202/555\u20110109", "+12025550109"],
    ["+44 20 7946 0958", "+442079460958"],
  ] as const) {
    expect(parsePhone(text), text).toBe(number);
  }
});

test("other texts are not numbers", () => {
  for (const text of ["", "12", "555-0109", "22025550101", "+0123456789", "202 555 0109 x4"]) {
    expect(parsePhone(text), text).toBeUndefined();
  }
});
