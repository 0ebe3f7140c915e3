import { expect, test } from "vitest";
import { applyColor, contrast, defaultColor, isColor, textOn } from "./color";

test("text on every color has the contrast that small text needs", () => {
  const steps = [0, 51, 102, 153, 204, 255];
  const hex = (value: number) => value.toString(16).padStart(2, "0");
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const color = `#${hex(red)}${hex(green)}${hex(blue)}`;
        expect(contrast(color, textOn(color)), color).toBeGreaterThanOrEqual(4.5);
      }
});

test("contrast is that of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#1f5f4a", "#1F5F4A")).toBe(1);
});

test("text is white where white is readable", () => {
  expect(textOn("#1f5f4a")).toBe("#ffffff");
  expect(textOn("#f3d388")).toBe("#000000");
});

test("an unfinished color shows the default one", () => {
  expect(["#1f5f4a", "#1F5F4A", "#1f5f4", "1f5f4a", "red", ""].map(isColor)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  const element = document.createElement("p");
  applyColor(element, "#1f5");
  expect(element.style.getPropertyValue("--site")).toBe(defaultColor);
  applyColor(element, "#f3d388");
  expect(element.style.getPropertyValue("--site")).toBe("#f3d388");
  expect(element.style.getPropertyValue("--on-site")).toBe("#000000");
});
