import { expect, test } from "vitest";
import { dragCrop, fullCrop, toPixels } from "./crop";

const photo = { width: 800, height: 600 };

test("the initial crop is the largest centered one", () => {
  expect(toPixels(photo, fullCrop)).toEqual({ left: 0, top: 200, width: 800, height: 200 });
});

test("zooming reduces the crop", () => {
  expect(toPixels(photo, { ...fullCrop, zoom: 2 })).toEqual({
    left: 200,
    top: 250,
    width: 400,
    height: 100,
  });
});

test("a wide picture keeps its height", () => {
  expect(toPixels({ width: 2000, height: 100 }, fullCrop)).toMatchObject({
    width: 400,
    height: 100,
  });
});

test("dragging moves the picture up to its edge", () => {
  const lower = dragCrop(photo, fullCrop, 0, 0.5);
  expect(toPixels(photo, lower).top).toBe(100);
  expect(toPixels(photo, dragCrop(photo, lower, 3, 3)).top).toBe(0);
  expect(dragCrop(photo, fullCrop, 1, 0).x).toBe(0.5);
});
