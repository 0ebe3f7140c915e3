import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Software } from "../../../gen/parlor/v1/software_pb";
import {
  SoftwareRequestSchema,
  SoftwareRequestState as State,
} from "../../../gen/parlor/v1/software_request_service_pb";
import type { Db } from "../../../testing/fake-api/db";
import { openServiceRequests } from "../../../testing/open-service-requests";

const loadTimeout = { timeout: 60_000 };

type Sent = MessageInitShape<typeof SoftwareRequestSchema>;

function addSent(db: Db, id: string, sent: Sent) {
  const sentAt = timestampFromMs(db.now());
  const fields = { software: Software.VANTACA, sentBy: "Ingrid Holt", sentAt, ...sent };
  db.softwareRequests.sent.set(id, create(SoftwareRequestSchema, fields));
}

/** Opens a request of a company that is connected to Vantaca, to which it may have been sent. */
function openRequest(id: string, sent?: Sent) {
  return openServiceRequests(`/serviceRequest?id=${id}`, {
    prepare: ({ db }) => {
      db.softwareRequests.software = Software.VANTACA;
      if (sent) addSent(db, id, sent);
    },
  });
}

const findPart = async () =>
  within(await screen.findByRole("region", { name: "Association software" }, loadTimeout));

test("an approved request is sent to the software, and its number is shown there and in the timeline", async () => {
  const { user } = openRequest("request-5");
  const part = await findPart();
  expect(part.getByText("Not in Vantaca yet.")).toBeTruthy();
  await user.click(part.getByRole("button", { name: "Send to Vantaca" }));
  expect(await part.findByText("In Vantaca as #34881")).toBeTruthy();
  expect(part.getByText(/^Status: New · Checked /)).toBeTruthy();
  expect(part.queryByRole("button")).toBeNull();
  const timeline = screen.getByRole("region", { name: "Activity, oldest first" });
  await waitFor(() => expect(timeline.textContent).toContain("In Vantaca as #34881. Status: New."));
});

test("a request that can't be sent says why", async () => {
  openRequest("request-1");
  const part = await findPart();
  expect(part.getByText("This request isn't approved. Approve it first.")).toBeTruthy();
  expect(part.queryByRole("button")).toBeNull();
});

test("a request without a confirmation can't be sent again", async () => {
  openRequest("request-5", {
    state: State.UNCONFIRMED,
    problem: "Vantaca did not answer in time.",
  });
  const part = await findPart();
  expect(part.getByText("Unconfirmed – checking with Vantaca")).toBeTruthy();
  expect(part.getByText("Vantaca did not answer in time.")).toBeTruthy();
  expect(part.queryByRole("button")).toBeNull();
});

test("a request that failed says why and can be sent again", async () => {
  const { user } = openRequest("request-5", {
    state: State.FAILED,
    problem: "Vantaca failed (500).",
  });
  const part = await findPart();
  expect(part.getByText("Not sent to Vantaca")).toBeTruthy();
  expect(part.getByText("Vantaca failed (500).")).toBeTruthy();
  await user.click(part.getByRole("button", { name: "Send again" }));
  expect(await part.findByText("In Vantaca as #34881")).toBeTruthy();
});

const former = { software: Software.BUILDIUM, isDisconnected: true };

/** Opens a request that was sent to Buildium, before the company was connected to Vantaca. */
const openFormer = (sent: Sent) => openRequest("request-5", { ...former, ...sent });

test("a request that former software may have is sent to the new one after a warning", async () => {
  const { user } = openFormer({ state: State.UNCONFIRMED });
  const part = await findPart();
  expect(part.getByText("May be in Buildium – never confirmed")).toBeTruthy();
  expect(part.getByText(/^This company is no longer connected to Buildium/)).toBeTruthy();
  await user.click(part.getByRole("button", { name: "Send to Vantaca" }));
  const cancel = within(screen.getByRole("dialog", { name: "Send this request to Vantaca?" }));
  expect(cancel.getByText(/^It may already be in Buildium, which never confirmed it/)).toBeTruthy();
  await user.click(cancel.getByRole("button", { name: "Cancel" }));
  expect(part.getByText("May be in Buildium – never confirmed")).toBeTruthy();
  await user.click(part.getByRole("button", { name: "Send to Vantaca" }));
  const confirm = within(screen.getByRole("dialog"));
  await user.click(confirm.getByRole("button", { name: "Send to Vantaca" }));
  expect(await part.findByText("In Vantaca as #34881")).toBeTruthy();
  expect(part.queryByRole("button")).toBeNull();
});

test("a request that turns out to be in former software when it is sent shows it, and is sent after the warning", async () => {
  const { user, db } = openRequest("request-5");
  const part = await findPart();
  addSent(db, "request-5", { ...former, state: State.UNCONFIRMED });
  await user.click(part.getByRole("button", { name: "Send to Vantaca" }));
  await screen.findByText("This request may already be in former software.", {}, loadTimeout);
  await part.findByText("May be in Buildium – never confirmed", {}, loadTimeout);
  await user.click(part.getByRole("button", { name: "Send to Vantaca" }));
  const confirm = within(screen.getByRole("dialog", { name: "Send this request to Vantaca?" }));
  await user.click(confirm.getByRole("button", { name: "Send to Vantaca" }));
  expect(await part.findByText("In Vantaca as #34881")).toBeTruthy();
});

test("a request that former software has names its number in the warning", async () => {
  const { user } = openFormer({ state: State.SENT, number: "9001" });
  const part = await findPart();
  expect(part.getByText("In Buildium as #9001")).toBeTruthy();
  await user.click(part.getByRole("button", { name: "Send to Vantaca" }));
  const warning = within(screen.getByRole("dialog"));
  expect(warning.getByText(/^It's already in Buildium as #9001\. Close it there/)).toBeTruthy();
});

test("a request that former software did not take is sent to the new one without a warning", async () => {
  const { user } = openFormer({ state: State.FAILED, problem: "Buildium failed (500)." });
  const part = await findPart();
  expect(part.getByText("Buildium failed (500).")).toBeTruthy();
  await user.click(part.getByRole("button", { name: "Send to Vantaca" }));
  expect(await part.findByText("In Vantaca as #34881")).toBeTruthy();
});

test("a company without such software isn't offered to send requests", async () => {
  openServiceRequests("/serviceRequest?id=request-5");
  await screen.findByRole("region", { name: "Work orders" }, loadTimeout);
  await screen.findByText("No work orders yet.");
  expect(screen.queryByRole("region", { name: "Association software" })).toBeNull();
});
