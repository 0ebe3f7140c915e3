import { expect, it } from "vitest";
import { inventedPhones } from "./numbers";
import { seconds } from "./words";

it("invents only phones that are kept for fiction", () => {
  const phones = inventedPhones(() => 0.5);
  expect(new Set(phones).size).toBe(100);
  expect(phones.every((phone) => /^\+120255501\d\d$/.test(phone))).toBe(true);
});

it("says how long it took", () => {
  expect(seconds(41n)).toBe("41 ms");
  expect(seconds(812n)).toBe("0.8 s");
});
