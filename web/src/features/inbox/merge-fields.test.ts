import { expect, test } from "vitest";
import { fillIn, firstBlank } from "./merge-fields";

const values = {
  first_name: "Joan",
  unit: "88",
  community_name: "Harbor Row",
  staff_name: "Dana Okafor",
};

test("merge fields get their values", () => {
  expect(fillIn("Hi {{first_name}}, {{ community_name }} pays. - {{staff_name}}", values)).toBe(
    "Hi Joan, Harbor Row pays. - Dana Okafor",
  );
  expect(fillIn("{{balance}} {{unit}}", values)).toBe("{{balance}} 88");
});

test("an unknown first name becomes “neighbor”, and an unknown unit a blank to fill in", () => {
  const text = fillIn("Hi {{first_name}}, unit {{unit}}.", { ...values, first_name: "", unit: "" });
  expect(text).toBe("Hi neighbor, unit [unit].");
  expect(firstBlank(text)).toBe("[unit]");
  expect(firstBlank("unit 88")).toBeUndefined();
});
