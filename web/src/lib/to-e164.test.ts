import { expect, test } from "vitest";
import { toE164 } from "./to-e164";

test.each([
  ["(503) 555-0148", "+15035550148"],
  ["1-503-555-0148", "+15035550148"],
  ["+44 20 7946 0958", "+442079460958"],
  [" 555-0148 ", "555-0148"],
  ["", ""],
])("%j becomes %j", (written, expected) => {
  expect(toE164(written)).toBe(expected);
});
