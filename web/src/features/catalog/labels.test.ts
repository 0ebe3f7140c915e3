import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { CatalogChange, CatalogDifferenceSchema } from "../../gen/parlor/v1/catalog_intent_pb";
import {
  differenceLines,
  differenceSummary,
  errorBelow,
  fieldErrors,
  toFormPaths,
  toTitle,
} from "./labels";

test("a question is cut to a title between two words", () => {
  expect(toTitle("Bee boxes")).toBe("Bee boxes");
  const long = "Someone staked a bee box on the strip behind us, is that ours or a neighbor's?";
  expect(toTitle(long)).toBe("Someone staked a bee box on the strip behind us, is that");
  expect(toTitle("x".repeat(80))).toBe("x".repeat(60));
});

test("what is wrong is found by the field's name, and by its place", () => {
  const fields = toFormPaths({
    "split.parts[1].samples[0]": "Longer.",
    "add.title": "This field is required.",
  });
  expect(fieldErrors(fields)).toEqual({ samples: "Longer.", title: "This field is required." });
  expect(errorBelow(fields, "split.parts.1.samples")).toBe("Longer.");
  expect(errorBelow(fields, "split.parts.1.title")).toBeUndefined();
  expect(errorBelow(fields, "split.parts.0.samples")).toBeUndefined();
});

test("what was merged away says into what, and is not counted as lost", () => {
  const before = { key: "dogs", title: "Dogs" };
  const merged = create(CatalogDifferenceSchema, {
    changes: [CatalogChange.MERGED],
    before,
    into: { key: "pets", title: "Pets of all kinds" },
  });
  const removed = create(CatalogDifferenceSchema, {
    changes: [CatalogChange.REMOVED],
    before,
  });
  expect(differenceLines(merged, (key) => key)).toEqual(["Merged into “Pets of all kinds”"]);
  expect(differenceLines(removed, (key) => key)).toEqual([]);
  expect(differenceSummary([merged, merged, removed])).toBe("2 merged, 1 removed");
});
