import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createError } from "../../testing/fake-api/errors";
import { visit } from "../../testing/visit";

const harbor = "/testwindow?community=harbor";
const olive = { as: "olive" };
const none = /^No test cases yet/;

async function panel() {
  return within(await screen.findByRole("region", { name: "Test cases" }));
}

/** Asks on the test phone and saves the outcome as a test case. */
async function keep(user: ReturnType<typeof visit>["user"], words: string) {
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Ask as a resident would");
  await waitFor(() => expect(field.disabled).toBe(false));
  await user.type(field, `${words}{Enter}`);
  await user.click(await screen.findByRole("button", { name: `Save as test case: ${words}` }));
  await screen.findByText("Saved as test case");
}

it("saves a text as a test case, runs it and shows what changed", async () => {
  const { user, db } = visit(harbor, olive);
  const cases = await panel();
  expect(await cases.findByText(none)).toBeTruthy();
  await keep(user, "pool open");
  const waiting = within(await cases.findByRole("region", { name: "Not run yet" }));
  expect(waiting.getByText("“When is the pool open?”")).toBeTruthy();

  await user.click(cases.getByRole("button", { name: "Run all" }));
  expect(await cases.findByText("All 1 passed.")).toBeTruthy();
  expect(cases.getByRole("region", { name: "Passed" })).toBeTruthy();

  db.answers = db.answers.filter(({ question }) => question !== "When is the pool open?");
  await user.click(cases.getByRole("button", { name: "Run all" }));
  const failed = within(await cases.findByRole("region", { name: "Failed" }));
  expect(failed.getByText("“When is the pool open?”, which was deleted")).toBeTruthy();
  expect(failed.getByText("Passed before")).toBeTruthy();
  expect(failed.getByText("The expected answer was deleted.")).toBeTruthy();
  expect(cases.getByText("1 failed · 0 passed · 1 changed since the last run.")).toBeTruthy();
});

it("adds and edits a test case, and shows its error", async () => {
  const { user } = visit(harbor, olive);
  const cases = await panel();
  await user.click(cases.getByRole("button", { name: "Add" }));
  const form = within(await cases.findByRole("form", { name: "Add a test case" }));
  await user.click(form.getByRole("button", { name: "Add" }));
  expect(await form.findByText("Enter a question.")).toBeTruthy();
  await user.type(form.getByLabelText("Question from a resident"), "llama roof");
  await user.click(form.getByRole("button", { name: "Add" }));
  expect(await cases.findByText("llama roof")).toBeTruthy();
  expect(cases.getByText("Your team")).toBeTruthy();
  await user.click(cases.getByRole("button", { name: "Edit: llama roof" }));
  const change = within(await cases.findByRole("form", { name: "Edit: llama roof" }));
  await user.clear(change.getByLabelText("Question from a resident"));
  await user.type(change.getByLabelText("Question from a resident"), "llama on the roof");
  await user.click(change.getByRole("button", { name: "Save" }));
  expect(await cases.findByText("llama on the roof")).toBeTruthy();
});

it("selects the expected answer by typing", async () => {
  const { user } = visit(harbor, olive);
  const cases = await panel();
  await user.click(cases.getByRole("button", { name: "Add" }));
  const form = within(await cases.findByRole("form", { name: "Add a test case" }));
  const box = await form.findByRole<HTMLInputElement>("combobox", { name: "Expected result" });
  await user.clear(box);
  await user.type(box, "pool open{Enter}");
  await waitFor(() => expect(box.value).toBe("When is the pool open?"));
  await user.clear(box);
  await user.type(box, "goes to your team");
  await user.tab();
  await waitFor(() => expect(box.value).toBe("Goes to your team"));
  await user.clear(box);
  await user.type(box, "zeppelins{Enter}");
  await user.tab();
  await waitFor(() => expect(box.value).toBe("Goes to your team"));
});

it("deletes a test case with undo", async () => {
  const { user, db } = visit(harbor, olive);
  await keep(user, "pool open");
  const cases = await panel();
  await user.click(await cases.findByRole("button", { name: "Delete: pool open" }));
  expect(await cases.findByText(none)).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: /^Undo/ }));
  expect(await cases.findByText("“When is the pool open?”")).toBeTruthy();
  expect(db.testCases).toHaveLength(1);
});

it("expects in training mode what the bot would do outside of it", async () => {
  const { user, db } = visit(harbor, {
    ...olive,
    prepare: ({ db }) => {
      for (const community of db.communities) community.isTraining = true;
    },
  });
  await keep(user, "pool open");
  expect(db.testCases[0]?.answerQuestion).toBe("When is the pool open?");
});

it("shows a failed load and retries", async () => {
  const { user, db } = visit(harbor, {
    ...olive,
    prepare: ({ db }) =>
      db.failingMethods.set("ListTestCases", createError(Code.Unavailable, "UNAVAILABLE", "Down.")),
  });
  const cases = await panel();
  const again = await cases.findByRole("button", { name: "Try again" });
  db.failingMethods.clear();
  await user.click(again);
  expect(await cases.findByText(none)).toBeTruthy();
});
