import { expect, it } from "vitest";
import { formatMilliseconds } from "./format-milliseconds";
import { createSampleNumbers } from "./sample-numbers";

it("returns only phone numbers that are reserved for fiction", () => {
  const phones = createSampleNumbers(() => 0.5);
  expect(new Set(phones).size).toBe(100);
  expect(phones.every((phone) => /^\+120255501\d\d$/.test(phone))).toBe(true);
});

it("formats a duration", () => {
  expect(formatMilliseconds(41n)).toBe("41 ms");
  expect(formatMilliseconds(812n)).toBe("0.8 sec");
});
