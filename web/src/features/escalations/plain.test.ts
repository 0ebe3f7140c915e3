import { expect, test } from "vitest";
import { plain } from "./plain";

test("typographic characters become those of a phone", () => {
  expect(plain("Don’t – “really” …", ["’", "–", "“", "”", "…"])).toBe('Don\'t - "really" ...');
});

test("letters lose the marks that cost, and keep those that do not", () => {
  expect(plain("Škoda für café", ["Š"])).toBe("Skoda für café");
});

test("what has no plain form goes", () => {
  expect(plain("Thanks 🎉 see you", ["🎉"])).toBe("Thanks see you");
});
