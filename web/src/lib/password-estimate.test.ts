import { expect, test } from "vitest";
import examples from "../../../server/app/passwords/examples.json";
import { estimate } from "./password-estimate";
import { type Reason, refusalWords, rules } from "./password-rules";

const { owner, accepted, refused } = examples;

test.each(accepted)("%j is accepted, as on the server", (password) => {
  expect(estimate(password, owner)).not.toHaveProperty("reason");
});

const cases = Object.entries(refused).flatMap(([reason, passwords]) =>
  passwords.map((password) => [password, reason] as const),
);

test.each(cases)("%j is refused as on the server: %s", (password, reason) => {
  expect(estimate(password, owner).reason).toBe(reason);
});

test("another user's data does not weaken a password", () => {
  expect(estimate("dana.okafor@harborline.example", {})).not.toHaveProperty("reason");
});

test("every reason has a text that says what to do", () => {
  for (const reason of Object.keys(rules.reasons) as Reason[]) {
    expect(refusalWords(reason)).toMatch(/^Choose a password that is harder to guess: .+\.$/);
  }
});
