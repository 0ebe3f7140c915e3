import { expect, test } from "vitest";
import { errorBelow, fieldErrors, toFormPaths } from "./form-errors";

test("errors are found by the field's name and its position", () => {
  const fields = toFormPaths({
    "split.parts[1].samples[0]": "Longer.",
    "add.title": "This field is required.",
  });
  expect(fieldErrors(fields)).toEqual({ samples: "Longer.", title: "This field is required." });
  expect(errorBelow(fields, "split.parts.1.samples")).toBe("Longer.");
  expect(errorBelow(fields, "split.parts.1.title")).toBeUndefined();
  expect(errorBelow(fields, "split.parts.0.samples")).toBeUndefined();
});
