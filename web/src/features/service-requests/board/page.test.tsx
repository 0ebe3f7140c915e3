import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { SavedViewLayout } from "../../../gen/parlor/v1/saved_view_service_pb";
import { ServiceRequestState as State } from "../../../gen/parlor/v1/service_request_pb";
import { createError } from "../../../testing/fake-api/errors";
import { openServiceRequests } from "../../../testing/open-service-requests";

const loadTimeout = { timeout: 60_000 };
const path = "/serviceRequestMainUpdated";

const column = (name: string) => within(screen.getByRole("region", { name }));
const findCard = (name: RegExp) => screen.findByRole("row", { name }, loadTimeout);

async function openMoves(user: ReturnType<typeof openServiceRequests>["user"], name: RegExp) {
  const card = within(await findCard(name));
  await user.click(card.getByRole("button", { name: /^Move/ }));
}

test("requests are in the column of their state, with counts", async () => {
  openServiceRequests(path);
  await findCard(/Water stain/);
  expect(column("Pending").getAllByRole("row")).toHaveLength(3);
  expect(column("Approved").getByRole("row", { name: /Garage door/ })).toBeTruthy();
  expect(column("In progress").getAllByRole("row")).toHaveLength(3);
  expect(column("Completed").getByRole("row", { name: /Club room/ })).toBeTruthy();
  expect(await column("Pending").findByText("1 overdue")).toBeTruthy();
});

test("a card moves immediately with its menu", async () => {
  const { user, stored } = openServiceRequests(path);
  await openMoves(user, /Water stain/);
  await user.click(await screen.findByRole("menuitem", { name: "Approve" }));
  await column("Approved").findByRole("row", { name: /Water stain/ });
  expect(stored("request-1")?.state).toBe(State.APPROVED);
});

test("a refused move is reverted and shows the reason", async () => {
  const { user, db, stored } = openServiceRequests(path);
  await findCard(/Water stain/);
  db.failingMethods.set(
    "ChangeServiceRequestState",
    createError(Code.Aborted, "SERVICE_REQUEST_CHANGED", "It changed."),
  );
  await openMoves(user, /Water stain/);
  await user.click(await screen.findByRole("menuitem", { name: "Approve" }));
  await screen.findByText(/wasn't moved/);
  await column("Pending").findByRole("row", { name: /Water stain/ });
  expect(stored("request-1")?.state).toBe(State.PENDING);
});

test("a move that needs a note opens a dialog", async () => {
  const { user, stored } = openServiceRequests(path);
  await openMoves(user, /Water stain/);
  await user.click(await screen.findByRole("menuitem", { name: "Decline" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Decline/ }));
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  expect(dialog.getByText("Write what the resident should know.")).toBeTruthy();
  await user.type(dialog.getByLabelText("Reason"), "Not our building");
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  await waitFor(() => expect(screen.queryByRole("row", { name: /Water stain/ })).toBeNull());
  expect(stored("request-1")?.state).toBe(State.DECLINED);
});

test("work with a pending estimate starts once an administrator approves it", async () => {
  const { user, stored } = openServiceRequests(path);
  await openMoves(user, /Garage door/);
  await user.click(await screen.findByRole("menuitem", { name: "Start work" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Start work/ }));
  await user.click(dialog.getByRole("button", { name: "Approve $1,240.00 and start" }));
  await waitFor(() => expect(stored("request-4")?.state).toBe(State.IN_PROGRESS));
});

test("a manager sees that an administrator must approve the estimate", async () => {
  const { user } = openServiceRequests(path, { as: "marcus" });
  await openMoves(user, /Garage door/);
  await user.click(await screen.findByRole("menuitem", { name: "Start work" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Start work/ }));
  expect(dialog.getByText(/An administrator must approve it/)).toBeTruthy();
  expect(dialog.queryByRole("button", { name: /and start/ })).toBeNull();
});

test("filters are a view in the URL, which can be saved", async () => {
  const { user, location, db } = openServiceRequests(path);
  await findCard(/Water stain/);
  await user.click(screen.getByRole("link", { name: /^Estimates to approve/ }));
  await waitFor(() => expect(screen.queryByRole("row", { name: /Water stain/ })).toBeNull());
  expect(location.path).toBe(`${path}?estimates=yes`);
  await user.selectOptions(screen.getByLabelText("Order"), "newest");
  await user.click(screen.getByRole("button", { name: "Save view" }));
  await user.type(await screen.findByLabelText("Name"), "Winter prep");
  const dialog = within(screen.getByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Save view" }));
  const view = await screen.findByRole("link", { name: "Winter prep" });
  expect(view.getAttribute("aria-current")).toBe("page");
  expect(db.savedViews[0]?.view).toMatchObject({
    layout: SavedViewLayout.BOARD,
    query: "estimates=yes&order=newest",
  });
  await user.click(screen.getByRole("button", { name: "Delete view" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Winter prep" })).toBeNull());
});
