import { expect, test } from "vitest";
import { textCodec } from "./use-url-state";

const codec = textCodec("assistant", "draft");

test("missing parameters are empty, and unknown ones are not part of the state", () => {
  const params = new URLSearchParams("draft=d 1&other=2");
  expect(codec.read(params)).toEqual({ assistant: "", draft: "d 1" });
});

test("empty parts are left out of the URL", () => {
  const before = new URLSearchParams("draft=d1&other=2");
  expect(`${codec.write({ assistant: "3", draft: "" }, before)}`).toBe("assistant=3");
});
