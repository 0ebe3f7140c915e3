import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { visit } from "../../../testing/visit";

const harbor = "/turbo?community=harbor";
const permit = "How do I get a second parking permit?";

type User = ReturnType<typeof visit>["user"];

async function menu(user: User, entry: string) {
  await user.click(await screen.findByRole("button", { name: "Answers as a file" }));
  await user.click(await screen.findByRole("menuitem", { name: entry }));
}

async function importing(user: User, text: string) {
  await menu(user, "Import a CSV file");
  const dialog = within(
    await screen.findByRole("dialog", { name: "Import answers into Harbor Row" }),
  );
  const file = new File([text], "answers.csv", { type: "text/csv" });
  await user.upload(dialog.getByLabelText(/CSV, up to 8 MB/), file);
  return dialog;
}

it("shows what a file changes, brings it in, and takes it back on undo", async () => {
  const { user, rooms } = visit(harbor);
  const told = (question: string) =>
    rooms.answers.find((one) => one.communityId === "harbor" && one.question === question);
  const before = told(permit)?.answer;
  const text = `question,answer\n${permit},Ask the desk.\nMay I keep a llama?,No.\n,Nothing.\n`;
  const dialog = await importing(user, text);
  expect(await dialog.findByText(/1 new, 1 differs/)).toBeTruthy();
  expect(dialog.getByText("1 line is left out")).toBeTruthy();
  expect(told(permit)?.answer).toBe(before);
  await user.click(dialog.getByRole("button", { name: "Import 2 answers" }));
  await waitFor(() => expect(told(permit)?.answer).toBe("Ask the desk."));
  await waitFor(() => expect(told("May I keep a llama?")?.answer).toBe("No."));
  expect(told(permit)?.topic).toBe("Parking");
  await user.click(await screen.findByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(told(permit)?.answer).toBe(before));
  await waitFor(() => expect(told("May I keep a llama?")).toBeUndefined());
});

it("leaves what is here when one says so, and refuses a file without the columns", async () => {
  const { user } = visit(harbor);
  const dialog = await importing(user, "a,b\n1,2\n");
  expect(await dialog.findByText(/^The first line names no column/)).toBeTruthy();
  const better = new File([`question,answer\n${permit},Ask.\n`], "b.csv", { type: "text/csv" });
  await user.upload(dialog.getByLabelText(/CSV, up to 8 MB/), better);
  await user.click(await dialog.findByRole("radio", { name: "What is here stays" }));
  const button = dialog.getByRole<HTMLButtonElement>("button", { name: "Import 0 answers" });
  expect(button.disabled).toBe(true);
});

it("hands all answers over as a file", async () => {
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
