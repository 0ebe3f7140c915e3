import { expect, test } from "vitest";
import { niceMax, toLine, toPoints } from "./scale";

test("the axis ends at a round number that divides into four whole parts", () => {
  expect([0, 4, 37, 196, 3537].map((value) => niceMax([value]))).toEqual([4, 4, 40, 200, 4000]);
});

test("points go from the left edge to the right one", () => {
  const box = { left: 0, right: 10, top: 0, bottom: 100 };
  expect(toLine(toPoints([0, 50], 100, box))).toBe("M0 100 L10 50");
  expect(toPoints([], 4, box)).toEqual([]);
});
