import { expect, it } from "vitest";
import { diff } from "./word-diff";

const partsOf = (before: string, after: string) =>
  diff(before, after).map(
    ({ kind, text }) => `${{ same: "", gone: "-", new: "+" }[kind]}${text.trim()}`,
  );

it("finds removed and added words", () => {
  expect(partsOf("The pool closes at 10 pm.", "The pool closes at 8 pm.")).toEqual([
    "The pool closes at",
    "-10",
    "+8",
    "pm.",
  ]);
  expect(partsOf("", "Yes.")).toEqual(["+Yes."]);
  expect(partsOf("Yes, ask us.", "")).toEqual(["-Yes, ask us."]);
  expect(partsOf("Same words", "Same words")).toEqual(["Same words"]);
  expect(diff("", "")).toEqual([]);
});

it("has parts that add up to both texts", () => {
  const [before, after] = ["One two\n\nthree  four", "One three\n\nfour five"];
  const pieces = diff(before, after);
  const without = (gone: string) =>
    pieces
      .filter(({ kind }) => kind !== gone)
      .map(({ text }) => text)
      .join("");
  // Spaces between words can come from either text.
  const words = (text: string) => text.trim().split(/\s+/);
  expect(words(without("gone"))).toEqual(words(after));
  expect(words(without("new"))).toEqual(words(before));
});

it("finishes quickly with long texts", () => {
  const long = "word ".repeat(4000);
  expect(diff(long, `${long}end`).map(({ kind }) => kind)).toEqual(["gone", "new"]);
});
