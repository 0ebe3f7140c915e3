import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import {
  DetailKind,
  DraftKind,
  DraftSchema,
  DraftState,
  DraftTone,
  UnverifiedDetailSchema,
  WritingPurpose,
} from "../../gen/parlor/v1/draft_pb";
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
  const editor = await draft.findByRole("textbox", { name: "Draft text" }, loadTimeout);
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

it("sends nothing before the details are confirmed, then creates a text blast in one click", async () => {
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

const modelWith = (usedTokens: bigint): Parameters<typeof visit>[1] => ({
  prepare: ({ db }) => {
    db.draftingStatus = { hasModel: true, usedTokens, tokenAllowance: 100n };
  },
});

async function edit(user: ReturnType<typeof visit>["user"]) {
  const draft = within(await screen.findByRole("region", { name: "Draft" }));
  await user.click(await draft.findByRole("button", { name: "Edit" }));
  const editor = await draft.findByLabelText<HTMLTextAreaElement>("Draft text", {}, loadTimeout);
  const select = (words: string) => {
    const start = editor.value.indexOf(words);
    editor.setSelectionRange(start, start + words.length);
    fireEvent.select(editor);
  };
  return { draft, editor, select };
}

it("rewrites the selection, shows the differences, and changes the text once accepted", async () => {
  const { user } = visit(path, modelWith(0n));
  await write(user, "Towing. Towing costs 90.");
  const { draft, editor, select } = await edit(user);
  const shorter = await draft.findByRole<HTMLButtonElement>("button", { name: "Shorter" });
  expect(shorter.disabled).toBe(true);
  select("Towing costs 90.");
  await waitFor(() => expect(shorter.disabled).toBe(false));
  await user.click(shorter);
  const suggestion = within(await draft.findByRole("region", { name: "Suggested text" }));
  expect(suggestion.getByText("costs").tagName).toBe("DEL");
  expect(suggestion.getByText("is only").tagName).toBe("INS");
  expect(suggestion.getByText(/^Not in your notes or in the draft: 95/)).toBeTruthy();
  await user.click(suggestion.getByRole("button", { name: "Use this text" }));
  expect(editor.value).toContain("Towing is only 90.");
});

it("explains that nothing can be rewritten without AI writing", async () => {
  const { user } = visit(path);
  await write(user, "Towing. Towing costs 90.");
  const { draft, select } = await edit(user);
  select("Towing costs 90.");
  const reasons = await draft.findAllByText(/^AI writing isn't set up/);
  expect(reasons.length).toBeGreaterThan(0);
  const shorter = draft.getByRole<HTMLButtonElement>("button", { name: "Shorter" });
  expect(shorter.disabled).toBe(true);
});

it("warns when four fifths of the allowance are used", async () => {
  visit(path, modelWith(80n));
  expect(await screen.findByText(/^Less than 20% is left/, {}, loadTimeout)).toBeTruthy();
  expect(screen.getByRole("img", { name: "80% of this month's allowance used" })).toBeTruthy();
});

it("downloads a draft as a Word document", async () => {
  const { user } = visit(path);
  await write(user, "Towing. Towing costs 90.");
  const draft = within(await screen.findByRole("region", { name: "Draft" }));
  const made = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:draft");
  await draft.findByRole("button", { name: "Edit" });
  await user.click(draft.getByRole("button", { name: "Download" }));
  await user.click(await screen.findByRole("menuitem", { name: "Word document (DOCX)" }));
  await waitFor(() => expect(made).toHaveBeenCalledOnce());
  const [file] = made.mock.calls[0] ?? [];
  expect(await (file as Blob).text()).toContain("Towing costs 90.");
});

it("puts a draft into the answer of an escalation", async () => {
  const { user, db, location } = visit(path);
  await write(user, "Towing. Towing costs 90.");
  const draft = within(await screen.findByRole("region", { name: "Draft" }));
  await draft.findByRole("button", { name: "Edit" });
  const open = db.escalations.find(({ communityId }) => communityId === db.drafts[0]?.communityId);
  await user.click(screen.getByRole("button", { name: "Escalation" }));
  const dialog = within(await screen.findByRole("dialog", {}, loadTimeout));
  const choice = await dialog.findByRole("button", { name: new RegExp(open?.question ?? "") });
  await user.click(choice);
  await waitFor(() => expect(location.path).toMatch(/^\/escalations\?id=/));
  const answer = await screen.findByLabelText<HTMLTextAreaElement>("Your answer", {}, loadTimeout);
  expect(answer.value).toContain("Towing costs 90.");
});

it("shows the inputs of a colleague's draft as text, and copies it", async () => {
  const { user, location } = visit(`${path}?drafts=shared&draft=gate`, {
    prepare: ({ db }) => {
      db.drafts.push(
        create(DraftSchema, {
          id: "gate",
          kind: DraftKind.WRITING,
          title: "Gate",
          text: "The gate is painted.",
          state: DraftState.DONE,
          ownerName: "Marcus Bell",
          sharedAt: timestampFromMs(1_700_000_000_000),
          inputs: { purpose: WritingPurpose.WELCOME_LETTER, notes: "Paint", tone: DraftTone.FIRM },
        }),
      );
    },
  });
  const inputs = within(await screen.findByRole("region", { name: "Inputs" }, loadTimeout));
  for (const value of ["Welcome letter", "Paint", "Firm", "No community"])
    expect(inputs.getByText(value)).toBeTruthy();
  expect(screen.queryByRole("form", { name: "Brief" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Make a copy" }));
  const brief = within(await screen.findByRole("form", { name: "Brief" }));
  expect(brief.getByLabelText<HTMLTextAreaElement>("What it should say").value).toBe("Paint");
  expect(location.path).not.toMatch(/drafts=shared/);
});
