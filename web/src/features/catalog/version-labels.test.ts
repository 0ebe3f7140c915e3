import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { CatalogChange, CatalogDifferenceSchema } from "../../gen/parlor/v1/catalog_intent_pb";
import { differenceLines, differenceSummary } from "./version-labels";

test("a merged intent names its target and does not count as removed", () => {
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
