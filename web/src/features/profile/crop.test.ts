import { expect, test } from "vitest";
import { dragged, partOf, whole } from "./crop";

const photo = { width: 800, height: 600 };

test("as much as fits is kept, from the middle", () => {
  expect(partOf(photo, whole)).toEqual({ left: 0, top: 200, wide: 800, high: 200 });
});

test("zooming keeps less of it", () => {
  expect(partOf(photo, { ...whole, zoom: 2 })).toEqual({
    left: 200,
    top: 250,
    wide: 400,
    high: 100,
  });
});

test("a wide picture keeps its height", () => {
  expect(partOf({ width: 2000, height: 100 }, whole)).toMatchObject({ wide: 400, high: 100 });
});

test("the picture follows the hand, and stops at its edge", () => {
  const lower = dragged(photo, whole, 0, 0.5);
  expect(partOf(photo, lower).top).toBe(100);
  expect(partOf(photo, dragged(photo, lower, 3, 3)).top).toBe(0);
  expect(dragged(photo, whole, 1, 0).x).toBe(0.5);
});
