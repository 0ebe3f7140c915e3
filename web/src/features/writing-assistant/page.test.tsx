import { create } from "@bufbuild/protobuf";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { DetailKind, UnverifiedDetailSchema } from "../../gen/parlor/v1/draft_pb";
import { visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };
const path = "/writingAssistant";

async function write(user: ReturnType<typeof visit>["user"], notes: string) {
  const form = within(await screen.findByRole("form", { name: "Brief" }, loadTimeout));
  await user.type(form.getByLabelText("What it should say"), notes);
  await user.click(form.getByRole("button", { name: "Write draft" }));
  return form;
}

it("writes a draft from notes, labels the template and keeps the draft in the history", async () => {
  const { user, location } = visit(path);
  await write(user, "Garage cleaning. Cars out by 7:30.");
  const text = within(await screen.findByRole("article", { name: "Draft text" }));
  expect(await text.findByRole("heading", { name: "Garage cleaning" })).toBeTruthy();
  const draft = within(screen.getByRole("region", { name: "Draft" }));
  expect(await draft.findByText("Draft from a template")).toBeTruthy();
  const history = within(screen.getByRole("region", { name: "Your drafts" }));
  expect(await history.findByRole("link", { name: /^Garage cleaning/ })).toBeTruthy();
  expect(location.path).toMatch(/\?draft=/);
});

it("refuses a brief without notes", async () => {
  const { user } = visit(path);
  const form = within(await screen.findByRole("form", { name: "Brief" }, loadTimeout));
  await user.click(form.getByRole("button", { name: "Write draft" }));
  expect(await form.findByText("Write what the draft should say.")).toBeTruthy();
});

it("saves an edit as a version and shows the version before", async () => {
  const { user } = visit(path);
  await write(user, "Pool hours. Open at 9.");
  const draft = within(await screen.findByRole("region", { name: "Draft" }));
  await user.click(await draft.findByRole("button", { name: "Edit" }));
  const editor = draft.getByLabelText("Draft text");
  await user.clear(editor);
  await user.type(editor, "Closed today.");
  await user.click(draft.getByRole("button", { name: "Save" }));
  expect(await draft.findByText("Closed today.")).toBeTruthy();
  const versions = within(screen.getByRole("region", { name: "Versions" }));
  await user.click(versions.getByRole("button", { name: /^1 · Written/ }));
  expect(await draft.findByText("You're viewing version 1.")).toBeTruthy();
  expect(await draft.findByRole("heading", { name: "Pool hours" })).toBeTruthy();
  await user.click(draft.getByRole("button", { name: "Back to the current version" }));
  expect(await draft.findByText("Closed today.")).toBeTruthy();
});

it("sends nothing before the details are confirmed, then creates a text blast in one press", async () => {
  const { user, db, location } = visit(path);
  await write(user, "Towing. It costs $95.");
  const draft = within(await screen.findByRole("region", { name: "Draft" }));
  await draft.findByRole("button", { name: "Edit" });
  const [stored] = db.drafts;
  if (!stored) throw new Error("The draft is stored.");
  stored.unverifiedDetails = [
    create(UnverifiedDetailSchema, { text: "95", kind: DetailKind.AMOUNT }),
  ];
  const rating = within(screen.getByRole("region", { name: "Is this draft right?" }));
  await user.click(rating.getByRole("button", { name: "Yes" }));
  const blast = screen.getByRole<HTMLButtonElement>("button", { name: "Text blast" });
  await waitFor(() => expect(blast.disabled).toBe(true));
  await user.click(await screen.findByRole("button", { name: "Confirm: 95" }));
  await waitFor(() => expect(blast.disabled).toBe(false));
  await user.click(blast);
  await waitFor(() => expect(location.path).toMatch(/^\/textBlast/));
  expect(db.blasts.some(({ body }) => body.includes("It costs $95."))).toBe(true);
});
