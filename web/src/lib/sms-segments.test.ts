import { expect, test } from "vitest";
import { describeSegments } from "./sms-segments";

test("a GSM text has 160 characters in one segment and 153 in several", () => {
  expect(describeSegments("a".repeat(160))).toMatchObject({ segments: 1, capacity: 160 });
  expect(describeSegments("a".repeat(161))).toMatchObject({ segments: 2, capacity: 306 });
});

test("one other character reduces a segment to 70 characters", () => {
  expect(describeSegments(`${"a".repeat(70)}–`)).toEqual({
    segments: 2,
    units: 71,
    capacity: 134,
    costlyCharacters: ["–"],
  });
});

test("a euro sign counts as two characters", () => {
  expect(describeSegments("€")).toMatchObject({ segments: 1, units: 2, costlyCharacters: [] });
});

test("an empty text has no segment", () => {
  expect(describeSegments("").segments).toBe(0);
});
