import { expect, it } from "vitest";
import { formatDollars, formatNumber } from "./format-number";

it("groups the digits of numbers by thousands", () => {
  expect(formatNumber(999)).toBe("999");
  expect(formatNumber(1234.56)).toBe("1,234.56");
  expect(formatNumber(10_000_000n)).toBe("10,000,000");
});

it("rounds to the digits that are asked for", () => {
  expect(formatNumber(1.25, { maximumFractionDigits: 0 })).toBe("1");
});

it("formats dollars with and without cents", () => {
  expect(formatDollars(1240)).toBe("$1,240.00");
  expect(formatDollars(0.5)).toBe("$0.50");
  expect(formatDollars(1240.4, { cents: false })).toBe("$1,240");
});
