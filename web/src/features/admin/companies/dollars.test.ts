import { expect, test } from "vitest";
import { formatDollars, toMicros } from "./dollars";

test.each([
  [0n, "0.00"],
  [15_000n, "0.015"],
  [7_500n, "0.0075"],
  [1n, "0.000001"],
  [1_000_000n, "1.00"],
  [120_000n, "0.12"],
])("%s millionths are $%s, and back", (micros, dollars) => {
  expect(formatDollars(micros)).toBe(dollars);
  expect(toMicros(dollars)).toBe(micros);
});

test.each([
  ["", 0n],
  [".5", 500_000n],
  [" $0.0150 ", 15_000n],
])("“%s” is a price", (text, micros) => expect(toMicros(text)).toBe(micros));

test.each(["0.0000001", "-1", "1,5", "a lot"])("“%s” is not a price", (text) =>
  expect(toMicros(text)).toBeUndefined(),
);
