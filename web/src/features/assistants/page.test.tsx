import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { DraftKind, DraftSchema, DraftStage, DraftState } from "../../gen/parlor/v1/draft_pb";
import { HomeownerAccountSchema } from "../../gen/parlor/v1/homeowner_service_pb";
import { createError } from "../../testing/fake-api/errors";
import { visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };

const withOptions = (...options: DashboardOption[]): Parameters<typeof visit>[1] => ({
  prepare: ({ db }) => db.accounts[0]?.entitlements.options.push(...options),
});

it("offers only the company's assistants", async () => {
  visit("/assistants", withOptions(DashboardOption.MEDIATION_CONSULTANT));
  const list = within(await screen.findByRole("navigation", { name: "Assistants" }, loadTimeout));
  expect(list.getByRole("link", { name: /^Mediation consultant/ })).toBeTruthy();
  expect(list.queryByRole("link", { name: /^Meeting summarizer/ })).toBeNull();
});

it("writes minutes from a dropped transcript", async () => {
  const { user, db } = visit("/assistants", withOptions(DashboardOption.MEETING_SUMMARIZER));
  const form = within(await screen.findByRole("form", { name: "Inputs" }, loadTimeout));
  await user.click(form.getByRole("button", { name: "Start" }));
  expect(await form.findByText("Add the transcript of the meeting.")).toBeTruthy();
  const file = new File(["Ann: I move to adjourn."], "board.vtt", { type: "text/vtt" });
  await user.upload(form.getByLabelText(/^Transcript or document/), file);
  expect(await form.findByText("board.vtt")).toBeTruthy();
  await user.click(form.getByRole("button", { name: "Start" }));
  expect(await screen.findByText("Ann: I move to adjourn.")).toBeTruthy();
  await waitFor(() => expect(db.drafts[0]?.inputs?.sources[0]?.name).toBe("board.vtt"));
});

it("requires the guided inputs of an assistant", async () => {
  const { user, db } = visit("/assistants", withOptions(DashboardOption.SCOPE_OF_WORK_GENERATOR));
  const form = within(await screen.findByRole("form", { name: "Inputs" }, loadTimeout));
  await user.click(form.getByRole("button", { name: "Start" }));
  expect(await form.findAllByText("This field is required.")).toHaveLength(3);
  expect(db.drafts).toHaveLength(0);
});

it("shows how many pages a document has, and why a file can't be read", async () => {
  const { user } = visit("/assistants", withOptions(DashboardOption.POLICY_DRAFTING_TOOL));
  const form = within(await screen.findByRole("form", { name: "Inputs" }, loadTimeout));
  const drop = form.getByLabelText(/^Transcript or document/);
  await user.upload(drop, new File(["Pets\fParking"], "bylaws.pdf"));
  expect(await form.findByText("2 pages · 12 characters")).toBeTruthy();
  await user.upload(drop, new File([new Uint8Array([0x89, 0x00])], "scan.pdf"));
  expect(await form.findByText("This kind of file can't be read.")).toBeTruthy();
});

it("fills a letter in for chosen accounts and sends the letters as emails", async () => {
  const { user, db } = visit("/assistants", {
    prepare: ({ db: prepared }) => {
      const { DRAFT_EMAILS_LETTERS, OMNICHANNEL } = DashboardOption;
      prepared.accounts[0]?.entitlements.options.push(DRAFT_EMAILS_LETTERS, OMNICHANNEL);
      const communityId = prepared.mailboxes[0]?.communityId ?? "";
      const account = { communityId, phones: [], email: "" };
      prepared.homeownerAccounts.push(
        create(HomeownerAccountSchema, {
          ...account,
          id: "ann",
          number: "A-1",
          unit: "901",
          name: "Ann Lee",
          email: "ann@homes.example",
        }),
        create(HomeownerAccountSchema, { ...account, id: "bo", number: "A-2", unit: "902" }),
      );
      prepared.drafts.push(
        create(DraftSchema, {
          id: "letter",
          kind: DraftKind.LETTER,
          communityId,
          title: "Pool hours",
          text: "# Pool hours\n\nDear {name},",
          state: DraftState.DONE,
        }),
      );
    },
  });
  const runs = within(await screen.findByRole("region", { name: "Your recent runs" }, loadTimeout));
  await user.click(await runs.findByRole("link", { name: /^Pool hours/ }));
  await user.click(await screen.findByRole("button", { name: "Letters to homeowners" }));
  const sheet = within(await screen.findByRole("dialog", {}, loadTimeout));
  expect(sheet.getByRole("button", { name: "Preview" }).title).toBe("Choose an account first");
  await user.click(await sheet.findByRole("checkbox", { name: "901 · Ann Lee" }));
  await user.click(sheet.getByRole("checkbox", { name: "902 · A-2" }));
  await user.click(sheet.getByRole("button", { name: "Preview" }));
  expect(await sheet.findByText("The name of 902 is not known.")).toBeTruthy();
  expect(sheet.getByText("Dear Ann Lee,")).toBeTruthy();
  db.failingMethods.set("SendEmailDraft", createError(Code.Internal, "INTERNAL", "broken"));
  await user.click(await sheet.findByRole("button", { name: "Send 1 email" }));
  await sheet.findByText(/^1 email wasn't sent\. Click Send again/);
  db.failingMethods.clear();
  await user.click(sheet.getByRole("button", { name: "Send 1 email" }));
  await waitFor(() => expect(sheet.queryByRole("alert")).toBeNull());
  await waitFor(() =>
    expect(db.emailMessages.find(({ subject }) => subject === "Pool hours")?.to).toEqual([
      "ann@homes.example",
    ]),
  );
  const again = await sheet.findByRole<HTMLButtonElement>("button", {
    name: "Nothing left to send",
  });
  expect(again.title).toBe("All of these emails were sent");
  expect(again.disabled).toBe(true);
});

it("shows which part of a long document is read", async () => {
  visit("/assistants", {
    prepare: ({ db }) => {
      db.accounts[0]?.entitlements.options.push(DashboardOption.MEETING_SUMMARIZER);
      db.drafts.push(
        create(DraftSchema, {
          id: "minutes",
          kind: DraftKind.MEETING_MINUTES,
          title: "Board meeting",
          state: DraftState.QUEUED,
          progress: { stage: DraftStage.READING, part: 2, partCount: 5 },
        }),
      );
    },
  });
  const runs = within(await screen.findByRole("region", { name: "Your recent runs" }, loadTimeout));
  (await runs.findByRole("link", { name: /^Board meeting/ })).click();
  const stages = within(await screen.findByRole("list", { name: "Progress" }));
  const now = stages.getByText("Reading the documents: part 2 of 5");
  expect(now.getAttribute("aria-current")).toBe("step");
});
