import { clearField, create } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromMs } from "@bufbuild/protobuf/wkt";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import {
  DraftFieldKey,
  DraftKind,
  DraftSchema,
  DraftState,
  DraftVersionOrigin,
} from "../../gen/parlor/v1/draft_pb";
import { EventKind } from "../../gen/parlor/v1/event_service_pb";
import { callsOf, visit } from "../../testing/visit";

const loadTimeout = { timeout: 60_000 };
const path = `/assistants?assistant=${DraftKind.SCOPE_OF_WORK}`;

const gate = {
  id: "gate",
  kind: DraftKind.SCOPE_OF_WORK,
  title: "Fencing, pool",
  text: "# Scope of work\n\nInstall the gate.",
  state: DraftState.DONE,
  version: 1,
  inputs: {
    notes: "Install the gate.",
    fields: [{ key: DraftFieldKey.TRADE, value: "Fencing" }],
    sources: [{ name: "bids.txt", text: "Bids" }],
  },
  versions: [{ number: 1, origin: DraftVersionOrigin.EDITED }],
};
const byMarcus = { ownerName: "Marcus Bell", sharedAt: timestampFromMs(1_700_000_000_000) };

type More = { kind?: DraftKind; ownerName?: string; sharedAt?: Timestamp };

/** Opens the assistants with a run. */
function visitWith(more: More, query: string) {
  return visit(`${path}${query}`, {
    prepare: ({ db }) => {
      db.accounts[0]?.entitlements.options.push(DashboardOption.SCOPE_OF_WORK_GENERATOR);
      db.drafts.push(create(DraftSchema, { ...gate, ...more }));
    },
  });
}

it("says who can read a run before it is shared, and undoes it", async () => {
  const { user, db } = visitWith({}, "&draft=gate");
  const draft = within(await screen.findByRole("region", { name: "Draft" }, loadTimeout));
  await user.click(await draft.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Share with your company" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Share with your company?" }));
  expect(
    dialog.getByText(/^Everyone in your company who has this assistant can read/),
  ).toBeTruthy();
  expect(db.drafts[0]?.sharedAt).toBeUndefined();
  await user.click(dialog.getByRole("button", { name: "Share" }));
  expect(await draft.findByText("Shared by you")).toBeTruthy();
  const runs = within(screen.getByRole("region", { name: "Your recent runs" }));
  expect(await runs.findByRole("link", { name: /Shared by you$/ })).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(draft.queryByText("Shared by you")).toBeNull());
  expect(db.drafts[0]?.sharedAt).toBeUndefined();
});

it("stops sharing a run", async () => {
  const { user, db } = visitWith({ ...byMarcus, ownerName: "Dana Okafor" }, "&draft=gate");
  const draft = within(await screen.findByRole("region", { name: "Draft" }, loadTimeout));
  await user.click(await draft.findByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Stop sharing" }));
  expect(await screen.findByText("No longer shared.")).toBeTruthy();
  await waitFor(() => expect(db.drafts[0]?.sharedAt).toBeUndefined());
  expect(draft.queryByText("Shared by you")).toBeNull();
});

it("shows a colleague's run without actions that change it, and copies it", async () => {
  const { user, db, location } = visitWith(byMarcus, "");
  const own = within(await screen.findByRole("region", { name: "Your recent runs" }, loadTimeout));
  expect(await own.findByText("Your runs appear here.")).toBeTruthy();
  await user.click(own.getByRole("radio", { name: "Shared" }));
  const shared = within(screen.getByRole("region", { name: "Shared with your company" }));
  await user.click(await shared.findByRole("link", { name: /Shared by Marcus Bell$/ }));
  expect(location.path).toMatch(/runs=shared/);
  const draft = within(await screen.findByRole("region", { name: "Draft" }));
  expect(draft.getByText("Shared by Marcus Bell")).toBeTruthy();
  expect(draft.getByText("Install the gate.")).toBeTruthy();
  const inputs = within(screen.getByRole("region", { name: "Inputs" }));
  expect(inputs.getByText("Fencing")).toBeTruthy();
  expect(inputs.getByText("bids.txt")).toBeTruthy();
  for (const name of ["Edit", "Delete draft", "More actions", "Start", "Email", "Yes"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.getByRole("button", { name: /^1 · Edited(?! by you)/ })).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Make a copy" }));
  expect(await screen.findByRole("button", { name: "Edit" })).toBeTruthy();
  expect(await screen.findByRole("button", { name: /^1 · Copied/ })).toBeTruthy();
  expect(location.path).not.toMatch(/runs=shared|draft=gate/);
  const [copy] = db.drafts;
  expect(copy?.ownerName).toBe("");
  expect(copy?.inputs?.notes).toBe("Install the gate.");
});

it("lists a run when a colleague shares it, and takes it away when it is no longer shared", async () => {
  const { db } = visitWith({ ...byMarcus, kind: DraftKind.POLICY }, "&runs=shared");
  const list = { name: "Shared with your company" };
  const shared = within(await screen.findByRole("region", list, loadTimeout));
  const none = "Runs that you or your colleagues share appear here.";
  expect(await shared.findByText(none)).toBeTruthy();
  const draft = db.drafts[0];
  if (!draft) throw new Error("The draft is stored.");
  draft.kind = DraftKind.SCOPE_OF_WORK;
  db.publish(EventKind.DRAFT, "", "gate");
  (await shared.findByRole("link", { name: /^Fencing, pool/ }, loadTimeout)).click();
  expect(await screen.findByRole("button", { name: "Make a copy" })).toBeTruthy();
  draft.text = "Install two gates.";
  db.publish(EventKind.DRAFT, "", "gate");
  expect(await screen.findByText("Install two gates.", {}, loadTimeout)).toBeTruthy();

  clearField(draft, DraftSchema.field.sharedAt);
  db.drafts = [];
  db.publish(EventKind.DRAFT, "", "gate");
  expect(await screen.findByText("This draft isn't available.", {}, loadTimeout)).toBeTruthy();
  expect(await shared.findByText(none, {}, loadTimeout)).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Inputs" })).toBeNull();
});

it("reloads the list, but not the user's own run, when the run changes", async () => {
  const app = visitWith({ ...byMarcus, ownerName: "Dana Okafor" }, "&draft=gate");
  await screen.findByText("Shared by you", { selector: ".sheet-bar .badge" }, loadTimeout);
  const countCalls = (name: string) => callsOf(app).filter((method) => method === name).length;
  const before = countCalls("ListDrafts");
  const read = countCalls("GetDraft");
  app.db.publish(EventKind.DRAFT, "", "gate");
  await waitFor(() => expect(countCalls("ListDrafts")).toBeGreaterThan(before), loadTimeout);
  expect(read).toBeGreaterThan(0);
  expect(countCalls("GetDraft")).toBe(read);
});
