import { expect, test } from "vitest";
import { summaryText, toDifference } from "./labels";

test("names in a summary have spaces instead of underscores", () => {
  expect(summaryText("Added account 4011 of The_Meridian.")).toBe(
    "Added account 4011 of The Meridian.",
  );
  expect(summaryText("Kept _this_ as it is.")).toBe("Kept _this_ as it is.");
});

test("a changed user shows the fields that were changed", () => {
  expect(toDifference("user.updated", "Marcus Bell: role, communities")).toEqual({
    about: "Marcus Bell",
    changes: ["role", "communities"],
  });
  expect(toDifference("company.updated", "Changed name, software.")).toEqual({
    about: "",
    changes: ["name", "software"],
  });
});

test("a reason after a colon is not a list of changes", () => {
  const summary = "Deleted the community Elm: sold, and merged";
  expect(toDifference("community.deleted", summary)).toEqual({ about: summary, changes: [] });
});
