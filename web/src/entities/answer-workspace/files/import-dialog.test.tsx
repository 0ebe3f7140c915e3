import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createError } from "../../../testing/fake-api/errors";
import { callsOf, visit } from "../../../testing/visit";

const harbor = "/turbo?community=harbor";
const permit = "How do I get a second parking permit?";
const fob =
  "My fob stopped opening the pool gate after yesterday’s power cut. Front door still works.";

type User = ReturnType<typeof visit>["user"];

async function menu(user: User, entry: string) {
  await user.click(await screen.findByRole("button", { name: "Import or export" }));
  await user.click(await screen.findByRole("menuitem", { name: entry }));
}

async function choosing(user: User) {
  await menu(user, "Import a file");
  return within(await screen.findByRole("dialog", { name: "Import answers into Harbor Row" }));
}

async function importing(user: User, text: string) {
  const dialog = await choosing(user);
  expect(dialog.getByRole("button", { name: /^Apply/ }).title).toBe("Choose a file first");
  const file = new File([text], "answers.csv", { type: "text/csv" });
  await user.upload(dialog.getByLabelText(/CSV or XLSX, up to 5 MB/), file);
  return dialog;
}

it("previews the changes of a file, imports it and reverts it on undo", async () => {
  const fakeApi = visit(harbor);
  const { user, db } = fakeApi;
  const findAnswer = (question: string) =>
    db.answers.find((one) => one.communityId === "harbor" && one.question === question);
  const before = findAnswer(permit)?.answer;
  const text = `question,answer\n${permit},Ask the desk.\nMay I keep a llama?,No.\n,Nothing.\n`;
  const dialog = await importing(user, text);
  expect(await dialog.findByText(/1 new, 1 differs/)).toBeTruthy();
  expect(dialog.getByText("1 line left out")).toBeTruthy();
  expect(dialog.getByText(before ?? "", { selector: "del" })).toBeTruthy();
  expect(dialog.getByText("Ask the desk.", { selector: "ins" })).toBeTruthy();
  expect(findAnswer(permit)?.answer).toBe(before);
  await user.click(dialog.getByRole("button", { name: "Import 2 answers" }));
  await waitFor(() => expect(findAnswer(permit)?.answer).toBe("Ask the desk."));
  expect(findAnswer("May I keep a llama?")?.answer).toBe("No.");
  await user.click(await screen.findByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(findAnswer(permit)?.answer).toBe(before));
  expect(findAnswer("May I keep a llama?")).toBeUndefined();
  expect(await screen.findByText("Import undone.")).toBeTruthy();
  // One call previews, one imports, one undoes.
  const calls = callsOf(fakeApi).filter((name) => /Import|Undo|Update|Create/.test(name));
  expect(calls).toEqual(["ImportAnswers", "ImportAnswers", "UndoAnswerChanges"]);
});

it("lists later changes, which undo keeps", async () => {
  const { user, db } = visit(harbor);
  const dialog = await importing(user, "question,answer\nMay I keep a llama?,No.\n");
  await user.click(await dialog.findByRole("button", { name: "Import 1 answer" }));
  const llama = () => db.answers.find(({ question }) => question === "May I keep a llama?");
  await waitFor(() => expect(llama()).toBeTruthy());
  Object.assign(llama() ?? {}, { version: 2n });
  await user.click(await screen.findByRole("button", { name: /^Undo/ }));
  expect(await screen.findByText(/“May I keep a llama\?” changed since then/)).toBeTruthy();
});

it("shows which recent questions would get a different answer before it is imported", async () => {
  const { user } = visit(harbor);
  const text = "question,answer\nMy fob stopped opening the pool gate,Bring it to the desk.\n";
  const dialog = await importing(user, text);
  expect(await dialog.findByText("The last question would get a different answer.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Show which" }));
  expect(dialog.getByText(fob)).toBeTruthy();
});

it("offers a retry when the recent questions could not be replayed", async () => {
  const { user, db } = visit(harbor);
  db.failingMethods.set("ReplayQuestions", createError(Code.Unavailable, "UNAVAILABLE", "Broken."));
  const dialog = await importing(user, "question,answer\nMay I keep a llama?,No.\n");
  const again = await dialog.findByRole("button", { name: "Try again" });
  db.failingMethods.delete("ReplayQuestions");
  await user.click(again);
  expect(await dialog.findByText("The last question would get the same answer.")).toBeTruthy();
});

it("keeps existing answers on request, and refuses a file without the columns", async () => {
  const { user } = visit(harbor);
  const dialog = await importing(user, "a,b\n1,2\n");
  expect(await dialog.findByText(/^The first line names no column/)).toBeTruthy();
  const better = new File([`question,answer\n${permit},Ask.\n`], "b.csv", { type: "text/csv" });
  await user.upload(dialog.getByLabelText(/CSV or XLSX, up to 5 MB/), better);
  await dialog.findByText(/1 differs/);
  await user.click(dialog.getByRole("checkbox", { name: "Keep existing answers" }));
  expect(await dialog.findByText(/1 existing answer will be kept/)).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Apply" }).disabled).toBe(true);
});

it("exports all answers as a file", async () => {
  const made: Blob[] = [];
  URL.createObjectURL = vi.fn((blob: Blob) => {
    made.push(blob);
    return "blob:answers";
  });
  URL.revokeObjectURL = vi.fn();
  const { user } = visit(harbor);
  await screen.findAllByText(permit);
  await menu(user, "Export as CSV");
  await waitFor(() => expect(made).toHaveLength(1));
  expect(made[0]?.size).toBeGreaterThan(100);
});
