import { expect, it } from "vitest";
import { placeholderHint } from "./placeholder-hint";

it("lists the placeholders that are filled in, and unknown ones", () => {
  expect(placeholderHint("From 8 to 10.")).toBeUndefined();
  expect(placeholderHint("You owe {Balance} for {{unit}}.")).toMatch(/^\{balance\}, \{unit\} and/);
  expect(placeholderHint("You owe {balance}, {first_name}.")).toMatch(/^\{first_name\} is sent as/);
  expect(placeholderHint("You owe { balance }.")).toMatch(/^\{ balance \} is sent as/);
});
