import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { BlastState } from "../../../gen/parlor/v1/blast_pb";
import { type Company, CustomizationsSchema } from "../../../gen/parlor/v1/company_pb";
import { findButton, loadTimeout, openBlasts } from "../../../testing/open-blasts";

const awaiting = "?blast=blast-awaiting";
const review = "?blast=blast-draft&step=review";
const waits = "Waiting for a second person's approval.";

/** Opens the screen in a company with the given rules. */
function openWithCompany(query: string, rules: Partial<Company>) {
  return openBlasts(query, {
    prepare: ({ db }) => {
      const company = db.companies.find(({ id }) => id === "wickham");
      if (company) Object.assign(company, rules);
    },
  });
}

const approvalAbove = (blastApprovalAbove: number) => ({
  customizations: create(CustomizationsSchema, { blastApprovalAbove }),
});

test("blasts that need approval have a tab and a badge", async () => {
  const { user, location } = openBlasts();
  await user.click(await screen.findByRole("link", { name: "Needs approval" }, loadTimeout));
  expect(location.path).toBe("/textBlast?tab=approval");
  const table = await screen.findByRole("table", { name: "Text blasts" });
  await waitFor(() => expect(within(table).queryByText("Water shutoff")).toBeNull());
  expect(within(table).getByText("Pool reopening")).toBeTruthy();
  expect(within(table).getByText("Needs approval")).toBeTruthy();
  expect(within(table).getByText(/^Starts /)).toBeTruthy();
});

test("a second person approves a blast once its recipients and time are confirmed", async () => {
  const { user, stored } = openBlasts(awaiting);
  const notice = (await screen.findByText(waits, {}, loadTimeout)).closest("p");
  await waitFor(() => expect(notice?.textContent).toContain("for 17 people"));
  expect(notice?.textContent).toContain("Marcus Bell scheduled it");
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve this blast?" }));
  expect(dialog.getByText(/^This text goes to 17 people on /)).toBeTruthy();
  expect(stored("blast-awaiting")?.state).toBe(BlastState.AWAITING_APPROVAL);
  await user.click(dialog.getByRole("button", { name: "Approve blast" }));
  await screen.findByText(/^Starts .+\.$/, { selector: ".strong" });
  expect(screen.getByText("Approved by")).toBeTruthy();
  expect(stored("blast-awaiting")).toMatchObject({
    state: BlastState.SCHEDULED,
    approvedByName: "Dana Okafor",
  });
});

test("a blast whose time has come starts 10 seconds after it is approved", async () => {
  const { user } = openBlasts(awaiting, {
    prepare: ({ db }) => {
      const blast = db.blasts.find(({ id }) => id === "blast-awaiting");
      if (blast) blast.startsAt = timestampFromMs(db.now() - 60_000);
    },
  });
  await screen.findByText(/Starts once approved\./, {}, loadTimeout);
  await user.click(screen.getByRole("button", { name: "Approve" }));
  await screen.findByText(/10 seconds after you approve it/);
  await user.click(screen.getByRole("button", { name: "Approve blast" }));
  await screen.findByText(/^Sending in \d+ sec\.$/);
});

test("rejecting needs a note, which the draft then shows at every step", async () => {
  const { user, stored } = openBlasts(awaiting);
  await user.click(await findButton("Reject…"));
  const dialog = within(await screen.findByRole("dialog", { name: "Reject this blast?" }));
  const reject = dialog.getByRole("button", { name: "Reject blast" });
  expect(reject).toHaveProperty("disabled", true);
  const note = dialog.getByLabelText("What needs to change?");
  expect(note.getAttribute("maxlength")).toBe("500");
  await user.type(note, "  ");
  expect(reject).toHaveProperty("disabled", true);
  await user.type(note, "The pool opens at 11.");
  await user.click(reject);
  await screen.findByText("Rejected:", {}, loadTimeout);
  expect(stored("blast-awaiting")).toMatchObject({
    state: BlastState.DRAFT,
    rejectionNote: "The pool opens at 11.",
  });
  await user.click(screen.getByRole("button", { name: /Review/ }));
  await screen.findByRole("region", { name: "Send" });
  expect(screen.getByText("Rejected:").parentElement?.textContent).toBe(
    "Rejected: The pool opens at 11.",
  );
});

test("whoever scheduled a blast can't approve it, but takes it back or cancels it", async () => {
  const { user, stored } = openBlasts(awaiting, {
    prepare: ({ db }) => {
      const blast = db.blasts.find(({ id }) => id === "blast-awaiting");
      if (blast) blast.scheduledByName = "Dana Okafor";
    },
  });
  await screen.findByText(/Another person must approve it\./, {}, loadTimeout);
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Reject…" })).toBeNull();
  expect(screen.getByRole("button", { name: "Cancel blast" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Back to draft" }));
  await screen.findByRole("button", { name: "Continue to message" }, loadTimeout);
  expect(stored("blast-awaiting")?.state).toBe(BlastState.DRAFT);
});

test("a blast to many recipients asks for approval instead of being sent", async () => {
  const { user, stored } = openWithCompany(review, approvalAbove(16));
  await screen.findByText("A second person must approve it.", {}, loadTimeout);
  expect(screen.queryByRole("button", { name: "Send now" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Ask for approval" }));
  await screen.findByText(waits);
  expect(stored("blast-draft")?.state).toBe(BlastState.AWAITING_APPROVAL);
});

test("a blast at the approval threshold is sent without asking", async () => {
  openWithCompany(review, approvalAbove(17));
  await findButton("Send now");
  expect(screen.queryByRole("button", { name: "Ask for approval" })).toBeNull();
});

test("a blast over the company's daily limit can't be sent", async () => {
  openWithCompany(review, { blastDailyLimit: 20 });
  const notice = await screen.findByText("Over your company's daily limit.", {}, loadTimeout);
  expect(notice.parentElement?.textContent).toContain("3 more people in this 24-hour period");
  expect(screen.getByRole("button", { name: "Send now" })).toHaveProperty("disabled", true);
});

test("an emergency needs no approval and has no limit", async () => {
  const { user } = openWithCompany(review, { ...approvalAbove(1), blastDailyLimit: 20 });
  await screen.findByText("Over your company's daily limit.", {}, loadTimeout);
  await user.click(screen.getByRole("switch", { name: "Emergency: ignore quiet hours" }));
  expect(screen.queryByText("Over your company's daily limit.")).toBeNull();
  expect(screen.getByRole("button", { name: "Send now" })).toHaveProperty("disabled", false);
});

test("another day may have room below the limit, which the server decides", async () => {
  const { user } = openWithCompany(review, { blastDailyLimit: 20 });
  await screen.findByText("Over your company's daily limit.", {}, loadTimeout);
  await user.click(screen.getByRole("radio", { name: /Schedule/ }));
  expect(screen.getByRole("button", { name: "Schedule" })).toHaveProperty("disabled", false);
});

test("the server's words are shown when the limit is reached meanwhile", async () => {
  const { user, db } = openWithCompany(review, { blastDailyLimit: 34 });
  await findButton("Send now");
  const company = db.companies.find(({ id }) => id === "wickham");
  if (company) company.blastDailyLimit = 20;
  await user.click(screen.getByRole("button", { name: "Send now" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Your company can text 3 more people within 24 hours.");
});
