import { expect, test } from "vitest";
import { timeZoneChoices } from "./time-zones";

test("no zone comes first, then the six of the United States and those of Canada, and each once", () => {
  const choices = timeZoneChoices("America/Phoenix");
  expect(choices.slice(0, 15).map(({ id }) => id)).toEqual([
    "",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Anchorage",
    "Pacific/Honolulu",
    "America/Toronto",
    "America/Winnipeg",
    "America/Regina",
    "America/Edmonton",
    "America/Vancouver",
    "America/Halifax",
    "America/St_Johns",
    "America/Phoenix",
  ]);
  expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length);
});

test("a zone that the browser does not know can be kept", () => {
  expect(timeZoneChoices("Mars/Olympus_Mons")).toContainEqual({
    id: "Mars/Olympus_Mons",
    label: "Mars/Olympus Mons",
  });
});
