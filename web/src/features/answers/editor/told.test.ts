import { expect, it } from "vitest";
import { toldOf } from "./told";

it("says which names are filled in, and which are not", () => {
  expect(toldOf("From 8 to 10.")).toBeUndefined();
  expect(toldOf("You owe {Balance} for {{unit}}.")).toMatch(/^\{balance\}, \{unit\} and/);
  expect(toldOf("You owe {balance}, {first_name}.")).toMatch(/^\{first_name\} goes out as it is/);
  expect(toldOf("You owe { balance }.")).toMatch(/^\{ balance \} goes out as it is/);
});
