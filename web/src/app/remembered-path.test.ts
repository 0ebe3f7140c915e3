import { expect, test } from "vitest";
import { Screen } from "../gen/parlor/options/v1/screen_pb";
import { forgetPath, rememberedPath, rememberPath, toScreen } from "./remembered-path";

test("a path in the app is restored with its query and hash", () => {
  rememberPath("/escalations?id=e1#answer");
  expect(rememberedPath()).toBe("/escalations?id=e1#answer");
  forgetPath();
  expect(rememberedPath()).toBeUndefined();
});

test.each([
  "//evil.example",
  "//evil.example/escalations",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/escalations\\..\\..",
  "https://evil.example/escalations",
  "javascript:alert(1)",
  "escalations",
  "",
  "/",
  "/login",
  "/nowhere",
  "/%2Fevil.example",
])("%j is not a path to return to", (path) => {
  rememberPath(path);
  expect(rememberedPath()).toBeUndefined();
});

test("a path planted in storage is not followed", () => {
  sessionStorage.setItem("parlor.return", "//evil.example");
  expect(rememberedPath()).toBeUndefined();
});

test("a path names its screen", () => {
  expect(toScreen("/turbo?community=c1")).toBe(Screen.TURBO);
});
