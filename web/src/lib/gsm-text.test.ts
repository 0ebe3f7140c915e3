import { expect, test } from "vitest";
import { toGsmText } from "./gsm-text";

test("typographic characters become those of a phone", () => {
  expect(toGsmText("Don’t – “really” …", ["’", "–", "“", "”", "…"])).toBe('Don\'t - "really" ...');
});

test("letters lose the marks that cost, and keep those that do not", () => {
  expect(toGsmText("Škoda für café", ["Š"])).toBe("Skoda für café");
});

test("what has no plain form goes", () => {
  expect(toGsmText("Thanks 🎉 see you", ["🎉"])).toBe("Thanks see you");
});
