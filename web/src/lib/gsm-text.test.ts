import { expect, test } from "vitest";
import { toGsmText } from "./gsm-text";

test("typographic characters are replaced with GSM characters", () => {
  expect(toGsmText("Don’t – “really” …", ["’", "–", "“", "”", "…"])).toBe('Don\'t - "really" ...');
});

test("letters lose accents outside of the GSM alphabet and keep the others", () => {
  expect(toGsmText("Škoda für café", ["Š"])).toBe("Skoda für café");
});

test("characters without a replacement are removed", () => {
  expect(toGsmText("Thanks 🎉 see you", ["🎉"])).toBe("Thanks see you");
});
