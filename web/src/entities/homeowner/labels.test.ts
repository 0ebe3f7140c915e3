import { expect, test } from "vitest";
import { languageName } from "./labels";

test("a language is named in English", () => {
  expect(languageName("es")).toBe("Spanish");
  expect(languageName("zh")).toBe("Chinese");
});

test("what is no language code stays as it is", () => {
  expect(languageName("not a code")).toBe("not a code");
});
