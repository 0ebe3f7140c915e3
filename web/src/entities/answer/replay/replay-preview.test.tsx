import { Code } from "@connectrpc/connect";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createError } from "../../../testing/fake-api/errors";
import { callsOf, visit } from "../../../testing/visit";

const harbor = "/answers?community=harbor";
const fob =
  "My fob stopped opening the pool gate after yesterday’s power cut. Front door still works.";
const permit = "How do I get a second parking permit?";

async function adding(user: ReturnType<typeof visit>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Add answer" }));
  return within(await screen.findByRole("form", { name: "Add an answer" }));
}

it("shows before saving which recent questions it would answer", async () => {
  const { user } = visit(harbor, { as: "olive" });
  const form = await adding(user);
  await user.type(form.getByLabelText("Question"), "My fob stopped opening the pool gate");
  expect(form.queryByRole("status")).toBeNull();
  await user.type(form.getByLabelText("Answer"), "Bring it to the desk.");
  expect(await form.findByText("The last question would get a different answer.")).toBeTruthy();
  expect(form.queryByText(fob)).toBeNull();
  await user.click(form.getByRole("button", { name: "Show which" }));
  expect(form.getByText(fob)).toBeTruthy();
  expect(form.getByText(/^“My fob stopped opening the pool gate”, no longer/)).toBeTruthy();
});

it("replays nothing without a change, and says when no answer would differ", async () => {
  const fakeApi = visit(harbor, { as: "olive" });
  await fakeApi.user.click(await screen.findByRole("button", { name: `Edit: ${permit}` }));
  const form = within(await screen.findByRole("form", { name: `Edit: ${permit}` }));
  await fakeApi.user.type(form.getByLabelText("Source"), "§ 9");
  expect(callsOf(fakeApi)).not.toContain("ReplayQuestions");
  await fakeApi.user.type(form.getByLabelText("Answer"), " At the desk.");
  expect(await form.findByText("The last question would get the same answer.")).toBeTruthy();
  expect(form.queryByRole("button", { name: "Show which" })).toBeNull();
});

it("replays with an added sample question before it is saved", async () => {
  const fakeApi = visit(harbor, { as: "olive" });
  await fakeApi.user.click(await screen.findByRole("button", { name: `Edit: ${permit}` }));
  const form = within(await screen.findByRole("form", { name: `Edit: ${permit}` }));
  await fakeApi.user.type(
    form.getByLabelText("Sample questions"),
    "my fob stopped opening the pool gate{Enter}",
  );
  expect(await form.findByText("The last question would get a different answer.")).toBeTruthy();
  expect(callsOf(fakeApi)).not.toContain("UpdateAnswer");
});

it("replays without a removed sample question", async () => {
  const sample = "my fob stopped opening the pool gate";
  const fakeApi = visit(harbor, {
    as: "olive",
    prepare: ({ db }) => {
      for (const one of db.answers) if (one.question === permit) one.samples = [sample];
    },
  });
  await fakeApi.user.click(await screen.findByRole("button", { name: `Edit: ${permit}` }));
  const form = within(await screen.findByRole("form", { name: `Edit: ${permit}` }));
  await fakeApi.user.click(await form.findByRole("button", { name: `Remove: ${sample}` }));
  expect(await form.findByText("The last question would get a different answer.")).toBeTruthy();
  expect(callsOf(fakeApi)).not.toContain("UpdateAnswer");
});

it("shows the effect of a deletion on recent questions while it can be undone", async () => {
  const fakeApi = visit(harbor, {
    as: "olive",
    prepare: ({ db }) => {
      for (const one of db.escalations) one.question = "second parking permit";
    },
  });
  const gone = await screen.findByRole("button", { name: `Delete: ${permit}` });
  await fakeApi.user.click(gone);
  expect(await screen.findByText(/would get a different answer/)).toBeTruthy();
  await fakeApi.user.click(screen.getByRole("button", { name: /^Undo/ }));
  expect(callsOf(fakeApi)).not.toContain("DeleteAnswer");
});

it("offers a retry after a failure, and leaves invalid input to the form", async () => {
  const { user, db } = visit(harbor, { as: "olive" });
  db.failingMethods.set("ReplayQuestions", createError(Code.Unavailable, "UNAVAILABLE", "Broken."));
  const form = await adding(user);
  await user.type(form.getByLabelText("Question"), "My fob stopped opening the pool gate");
  await user.type(form.getByLabelText("Answer"), "Bring it to the desk.");
  const again = await form.findByRole("button", { name: "Try again" });
  db.failingMethods.delete("ReplayQuestions");
  await user.click(again);
  expect(await form.findByText(/would get a different answer/)).toBeTruthy();
});

it("shows the progress of a replay, and when there is nothing to compare", async () => {
  const { user, db } = visit(harbor, { as: "olive" });
  let setUrlState = () => {};
  db.replaying = new Promise((done) => {
    setUrlState = done;
  });
  const form = await adding(user);
  await user.type(form.getByLabelText("Question"), "My fob stopped opening the pool gate");
  await user.type(form.getByLabelText("Answer"), "Bring it to the desk.");
  expect(await form.findByText(/^Checking how this affects/)).toBeTruthy();
  db.escalations.length = 0;
  setUrlState();
  expect(await form.findByText(/^No recent questions are affected/)).toBeTruthy();
});
