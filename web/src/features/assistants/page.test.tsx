import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };

const withOptions = (...options: DashboardOption[]): Parameters<typeof visit>[1] => ({
  prepare: ({ db }) => db.accounts[0]?.entitlements.options.push(...options),
});

it("offers the assistants of the company alone", async () => {
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
  expect(await form.findAllByText("Fill this in.")).toHaveLength(3);
  expect(db.drafts).toHaveLength(0);
});

it("says how many pages a document has, and why a file can't be read", async () => {
  const { user } = visit("/assistants", withOptions(DashboardOption.POLICY_DRAFTING_TOOL));
  const form = within(await screen.findByRole("form", { name: "Inputs" }, loadTimeout));
  const drop = form.getByLabelText(/^Transcript or document/);
  await user.upload(drop, new File(["Pets\fParking"], "bylaws.pdf"));
  expect(await form.findByText("2 pages · 12 characters")).toBeTruthy();
  await user.upload(drop, new File([new Uint8Array([0x89, 0x00])], "scan.pdf"));
  expect(await form.findByText("This kind of file can't be read.")).toBeTruthy();
});
