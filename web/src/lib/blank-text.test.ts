import { expect, test } from "vitest";
import { isBlank } from "./blank-text";

test("a text of blanks and invisible characters is blank", () => {
  const invisible = ["\u200b", "\u200d", "\u202e", "\u2060", "\u3164", "\ufeff", "\u{e0020}"];
  for (const text of ["", " \n\t", "\u00a0", "\u0085", "\u00ad", ...invisible])
    expect(isBlank(` ${text}`), JSON.stringify(text)).toBe(true);
});

test("a text with a character that shows is not blank", () => {
  for (const text of ["a", " .", "👨‍👩‍👧", "\u0301", "\u200bPool"])
    expect(isBlank(text), text).toBe(false);
});
