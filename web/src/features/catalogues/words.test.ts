import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import {
  CatalogueChange,
  CatalogueDifferenceSchema,
} from "../../gen/parlor/v1/catalogue_intent_pb";
import { asTitle, dotted, errorAt, fieldErrors, linesOf, tally } from "./words";

test("a question is cut to a title between two words", () => {
  expect(asTitle("Bee boxes")).toBe("Bee boxes");
  const long = "Someone staked a bee box on the strip behind us, is that ours or a neighbor's?";
  expect(asTitle(long)).toBe("Someone staked a bee box on the strip behind us, is that");
  expect(asTitle("x".repeat(80))).toBe("x".repeat(60));
});

test("what is wrong is found by the field's name, and by its place", () => {
  const fields = dotted({ "split.parts[1].samples[0]": "Longer.", "add.title": "Fill this in." });
  expect(fieldErrors(fields)).toEqual({ samples: "Longer.", title: "Fill this in." });
  expect(errorAt(fields, "split.parts.1.samples")).toBe("Longer.");
  expect(errorAt(fields, "split.parts.1.title")).toBeUndefined();
  expect(errorAt(fields, "split.parts.0.samples")).toBeUndefined();
});

test("what was merged away says into what, and is not counted as lost", () => {
  const before = { key: "dogs", title: "Dogs" };
  const merged = create(CatalogueDifferenceSchema, {
    changes: [CatalogueChange.MERGED],
    before,
    into: { key: "pets", title: "Pets of all kinds" },
  });
  const removed = create(CatalogueDifferenceSchema, {
    changes: [CatalogueChange.REMOVED],
    before,
  });
  expect(linesOf(merged, (key) => key)).toEqual(["Merged into “Pets of all kinds”"]);
  expect(linesOf(removed, (key) => key)).toEqual([]);
  expect(tally([merged, merged, removed])).toBe("2 merged, 1 removed");
});
