import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { EventKind } from "../../gen/parlor/v1/event_service_pb";
import { answers, edit, harbor, permit, row } from "../../testing/open-turbo";
import { callsOf, visit } from "../../testing/visit";

it("edits an answer in the list", async () => {
  const { user, db } = visit(harbor);
  const form = within(await edit(user, permit));
  const answer = form.getByLabelText("Answer");
  await user.clear(answer);
  await user.type(answer, "Ask at the desk.{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Ask at the desk.")).toBeTruthy();
  const saved = db.answers.find((one) => one.answer === "Ask at the desk.");
  expect(saved?.communityId).toBe("harbor");
  expect(saved?.question).toBe(permit);
});

it("keeps a draft after a reload", async () => {
  const first = visit(harbor);
  const form = within(await edit(first.user, permit));
  await first.user.type(form.getByLabelText("Source"), ", revised");
  first.unmount();
  visit(first.location.path);
  expect(await screen.findByDisplayValue("House rules, p. 12, revised")).toBeTruthy();
});

it("does not show a draft to the next user of the computer", async () => {
  const first = visit(harbor);
  const form = within(await edit(first.user, permit));
  await first.user.type(form.getByLabelText("Source"), ", revised");
  first.unmount();
  visit(first.location.path, { as: "marcus" });
  expect(await screen.findByDisplayValue("House rules, p. 12")).toBeTruthy();
});

it("discards an edit with Escape, and restores it on undo", async () => {
  const { user } = visit(harbor);
  const form = within(await edit(user, permit));
  await user.type(form.getByLabelText("Answer"), " And more.");
  await user.keyboard("{Escape}");
  expect(screen.queryByText(/And more\./)).toBeNull();
  await user.click(await screen.findByRole("button", { name: /Undo/ }));
  await edit(user, permit);
  expect(await screen.findByDisplayValue(/And more\./)).toBeTruthy();
});

it("shows both versions when a colleague saved first", async () => {
  const { user, db } = visit(harbor);
  const form = within(await edit(user, permit));
  const answer = form.getByLabelText("Answer");
  await user.clear(answer);
  await user.type(answer, "Mine.");
  const theirs = db.answers.find((one) => one.communityId === "harbor" && one.question === permit);
  if (theirs) Object.assign(theirs, { answer: "Theirs.", version: 2n, updatedBy: "Marcus Bell" });
  await user.click(form.getByRole("button", { name: /Save/ }));
  const conflict = within(await screen.findByRole("alert", { name: "Changed by two people" }));
  expect(conflict.getByText("Theirs.")).toBeTruthy();
  expect(conflict.getByText("Mine.")).toBeTruthy();
  await user.click(conflict.getByRole("button", { name: "Keep mine" }));
  await user.click(await form.findByRole("button", { name: /Save/ }));
  await waitFor(() => expect(db.answers.some((one) => one.answer === "Mine.")).toBe(true));
});

it("announces a recent change by a colleague", async () => {
  const { db } = visit(harbor);
  await row(permit);
  const at = db.answers.findIndex((one) => one.communityId === "harbor" && one.question === permit);
  const updatedAt = timestampFromMs(db.now());
  const old = db.answers[at];
  if (old) db.answers[at] = { ...old, answer: "Ask.", updatedBy: "Marcus Bell", updatedAt };
  db.publish(EventKind.ANSWER, "harbor", old?.id ?? "");
  expect(await screen.findByText("Changed by Marcus Bell just now")).toBeTruthy();
});

it("does not add a question twice", async () => {
  const { user } = visit(harbor);
  await user.click(await screen.findByRole("button", { name: "Add answer" }));
  const form = within(await screen.findByRole("form", { name: "Add an answer" }));
  await user.click(form.getByRole("button", { name: /Save/ }));
  expect(form.getByText("Write the answer.")).toBeTruthy();
  await user.type(form.getByLabelText("Question"), permit);
  await user.type(form.getByLabelText("Answer"), "Twice.");
  await user.click(form.getByRole("button", { name: /Save/ }));
  expect(await form.findByText("Another answer already has this question.")).toBeTruthy();
});

it("restores a deleted answer on undo without calling the server", async () => {
  const fakeApi = visit(harbor);
  const { user } = fakeApi;
  const gone = within(await row(permit)).getByRole("button", { name: `Delete: ${permit}` });
  await user.click(gone);
  const list = await answers();
  const total = fakeApi.db.answers.filter(({ communityId }) => communityId === "harbor").length;
  await waitFor(() => expect(list.queryByRole("button", { name: permit })).toBeNull());
  expect(screen.getByText(`${total - 1} of ${total - 1} listed`)).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: /Undo/ }));
  expect(await row(permit)).toBeTruthy();
  expect(screen.getByText(`${total} of ${total} listed`)).toBeTruthy();
  expect(callsOf(fakeApi)).not.toContain("DeleteAnswer");
});
