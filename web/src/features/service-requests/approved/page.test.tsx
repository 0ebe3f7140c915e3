import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  EstimateState,
  ServiceRequestState as State,
} from "../../../gen/parlor/v1/service_request_pb";
import { openServiceRequests } from "../../../testing/open-service-requests";

const loadTimeout = { timeout: 60_000 };
const path = "/serviceRequestApproved";

async function findRow(name: RegExp) {
  const link = await screen.findByRole("link", { name }, loadTimeout);
  return within(link.closest("tr") as HTMLElement);
}

test("work is listed by its due date, each row with its next step", async () => {
  openServiceRequests(path);
  const elevator = await findRow(/Elevator stuck/);
  expect(elevator.getByRole("button", { name: /^Complete/ })).toBeTruthy();
  const rows = screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent ?? "");
  const order = ["Elevator stuck", "No hot water", "Repaint the parking", "Garage door"];
  expect(rows.map((row) => order.findIndex((title) => row.includes(title)))).toEqual([0, 1, 2, 3]);
});

test("an administrator approves an estimate, and then starts the work", async () => {
  const { user, stored } = openServiceRequests(path);
  const row = await findRow(/Garage door/);
  await user.click(row.getByRole("button", { name: /^Review estimate/ }));
  const estimate = within(await screen.findByRole("dialog", { name: /^Estimate for/ }));
  expect(estimate.getByText("$1,240.00")).toBeTruthy();
  await user.click(estimate.getByRole("button", { name: "Approve estimate" }));
  await waitFor(() => expect(stored("request-4")?.estimateState).toBe(EstimateState.APPROVED));
  await user.click((await findRow(/Garage door/)).getByRole("button", { name: /^Start work/ }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Start work/ }));
  expect(dialog.getByText(/is being worked on\.$/, { selector: ".exact-text" })).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Start work" }));
  await waitFor(() => expect(stored("request-4")?.state).toBe(State.IN_PROGRESS));
});

test("a manager sees that an administrator must approve the estimate", async () => {
  openServiceRequests(path, { as: "marcus" });
  const row = await findRow(/Garage door/);
  expect(row.getByText("Waiting for an administrator")).toBeTruthy();
});

test("putting work on hold requires a date", async () => {
  const { user, stored } = openServiceRequests(path);
  const row = await findRow(/No hot water/);
  await user.click(row.getByRole("button", { name: /^More actions/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Put on hold" }));
  const dialog = within(await screen.findByRole("dialog", { name: /on hold$/ }));
  await user.click(dialog.getByRole("button", { name: "Put on hold" }));
  expect(dialog.getByText("Choose a date in the future.")).toBeTruthy();
  await user.type(dialog.getByLabelText("On hold until"), "2099-12-03");
  expect(dialog.getByText(/is on hold until December 3\.$/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Put on hold" }));
  await waitFor(() => expect(stored("request-5")?.state).toBe(State.DEFERRED));
});

test("views and filters are in the URL", async () => {
  const { user, location } = openServiceRequests(path);
  await findRow(/Elevator stuck/);
  await user.selectOptions(screen.getByLabelText("Vendor"), "Bayline Mechanical");
  await waitFor(() => expect(screen.queryByRole("link", { name: /Elevator/ })).toBeNull());
  expect(location.path).toBe(`${path}?vendor=Bayline+Mechanical`);
  await user.click(screen.getByRole("link", { name: /^On hold/ }));
  await screen.findByText("No matching requests");
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await findRow(/Repaint the parking/);
  expect(location.path).toBe(`${path}?view=hold`);
});
