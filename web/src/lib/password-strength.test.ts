import { expect, test } from "vitest";
import { estimate } from "./password-estimate";
import { passwordStrength } from "./password-strength";

const dana = { email: "dana@harborline.example", firstName: "Dana", lastName: "Okafor" };

test.each([
  ["", 0],
  ["short", 1],
  ["aaaaaaaaaaaaaaaa", 1],
  ["passwordpassword", 1],
  ["qwertyuiopas", 1],
  ["123456789012", 1],
  ["dana@harborline.example", 1],
  ["lantern cobalt", 3],
  ["lantern cobalt otter", 4],
  ["parlor-demo-house", 4],
])("%j has strength %i", (password, level) => {
  expect(passwordStrength(password, estimate(password, dana)).level).toBe(level);
});

test("a short password shows how many characters are missing, and a long one how many are too many", () => {
  expect(passwordStrength("elevenchars").words).toBe("1 more character needed.");
  expect(passwordStrength("lantern cobalt otter ".repeat(7)).words).toBe(
    "A password has at most 128 characters.",
  );
});

test("a refused password shows the reason, and nothing is shown before the estimate", () => {
  const words = "Choose a password that is harder to guess: it contains your email address.";
  const own = "dana@harborline.example";
  expect(passwordStrength(own, estimate(own, dana))).toEqual({ level: 1, words });
  expect(passwordStrength(own)).toEqual({ level: 0, words: "" });
});
