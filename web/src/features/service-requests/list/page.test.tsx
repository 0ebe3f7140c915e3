import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { SavedViewLayout, SavedViewSchema } from "../../../gen/parlor/v1/saved_view_service_pb";
import { createError } from "../../../testing/fake-api/errors";
import { openServiceRequests } from "../../../testing/open-service-requests";
import { callsOf } from "../../../testing/visit";

const loadTimeout = { timeout: 60_000 };
const path = "/serviceRequestMain";
const table = () => screen.findByRole("table", { name: "Service requests" }, loadTimeout);
const rowNames = async () =>
  within(await table())
    .getAllByRole("link")
    .map((link) => link.textContent);

test("open requests are listed with their state, priority and due date, newest first", async () => {
  openServiceRequests(path);
  const rows = within(await table()).getAllByRole("row");
  expect(rows).toHaveLength(8);
  expect(rows[1]?.textContent).toContain("Elevator stuck between floors");
  const late = rows.find((row) => row.textContent?.includes("Water stain"));
  expect(late?.textContent).toContain("Overdue by 1 day 3 hr");
  expect(late?.textContent).toContain("High");
  expect(late?.textContent).toContain("Theo Lindqvist · Larkspur Commons");
});

test("counts by state show overdue requests and link to them", async () => {
  const { user, location } = openServiceRequests(path);
  await table();
  const states = within(screen.getByRole("navigation", { name: "Requests by status" }));
  const pending = await states.findByRole("link", { name: /^Pending/ });
  expect(pending.textContent).toBe("Pending21 overdue");
  expect(states.getByRole("link", { name: /^In progress/ }).textContent).toBe(
    "In progress22 due soon",
  );
  await user.click(pending);
  expect(location.path).toBe(`${path}?state=pending`);
  await waitFor(async () => expect(await rowNames()).toHaveLength(2));
  await user.click(states.getByRole("link", { name: /^Pending/ }));
  expect(location.path).toBe(path);
});

test("views show their numbers and set the filters", async () => {
  const { user, location } = openServiceRequests(path);
  await table();
  const views = within(screen.getByRole("navigation", { name: "Views" }));
  const mine = await views.findByRole("link", { name: "Assigned to me 2" });
  await user.click(mine);
  expect(location.path).toBe(`${path}?assignee=me`);
  await waitFor(async () => expect(await rowNames()).toHaveLength(2));
  expect(mine.getAttribute("aria-current")).toBe("page");
});

test("words, a kind and a community filter the list and stay in the URL", async () => {
  const { user, location } = openServiceRequests(path);
  await table();
  await user.type(screen.getByRole("searchbox", { name: "Find a request" }), "hot water");
  await waitFor(async () =>
    expect(await rowNames()).toEqual([expect.stringContaining("No hot water since last night")]),
  );
  expect(location.path).toBe(`${path}?q=hot+water`);
  await user.selectOptions(screen.getByLabelText("Type"), "Document");
  expect(await screen.findByText("No requests match")).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "New request" })).toHaveLength(1);
  const empty = within(screen.getByRole("region", { name: "Service requests" }));
  await user.click(empty.getByRole("button", { name: "Clear filters" }));
  await waitFor(async () => expect(await rowNames()).toHaveLength(7));
});

const saveDialog = async (user: UserEvent) => {
  await user.click(await screen.findByRole("button", { name: "Save view" }));
  return within(await screen.findByRole("dialog", { name: "Save view" }));
};
const viewTabs = () => within(screen.getByRole("navigation", { name: "Views" }));

test("a view is saved with a name, and not without one, and deleting it can be undone", async () => {
  const { user } = openServiceRequests(`${path}?priority=high`);
  await table();
  const dialog = await saveDialog(user);
  await user.click(dialog.getByRole("button", { name: "Save view" }));
  expect(await dialog.findByText("This field is required.")).toBeTruthy();
  await user.type(dialog.getByLabelText("Name"), "Winter prep");
  await user.click(dialog.getByRole("button", { name: "Save view" }));
  const saved = await viewTabs().findByRole("link", { name: "Winter prep" });
  expect(saved.getAttribute("aria-current")).toBe("page");
  await user.click(await screen.findByRole("button", { name: "Delete view" }));
  await waitFor(() => expect(viewTabs().queryByRole("link", { name: "Winter prep" })).toBeNull());
  await user.click(await screen.findByRole("button", { name: /^Undo/ }));
  expect(await viewTabs().findByRole("link", { name: "Winter prep" })).toBeTruthy();
});

test("the list has the views that the user saved for it on any computer", async () => {
  const view = { name: "Winter prep", query: "priority=high" };
  openServiceRequests(path, {
    prepare: ({ db }) =>
      db.savedViews.push(
        {
          userId: "dana",
          view: create(SavedViewSchema, { ...view, id: "a", layout: SavedViewLayout.LIST }),
        },
        {
          userId: "dana",
          view: create(SavedViewSchema, {
            ...view,
            id: "b",
            layout: SavedViewLayout.BOARD,
            name: "Board",
          }),
        },
        {
          userId: "marcus",
          view: create(SavedViewSchema, {
            ...view,
            id: "c",
            layout: SavedViewLayout.LIST,
            name: "His",
          }),
        },
      ),
  });
  await table();
  const link = await viewTabs().findByRole("link", { name: "Winter prep" }, loadTimeout);
  expect(link.getAttribute("href")).toBe(`${path}?priority=high`);
  expect(viewTabs().queryByRole("link", { name: /Board|His/ })).toBeNull();
});

test("a view with the name of another replaces it, which the dialog says", async () => {
  const { user, db } = openServiceRequests(`${path}?priority=high`, {
    prepare: ({ db }) =>
      db.savedViews.push({
        userId: "dana",
        view: create(SavedViewSchema, {
          id: "a",
          layout: SavedViewLayout.LIST,
          name: "Winter prep",
          query: "",
        }),
      }),
  });
  await table();
  await viewTabs().findByRole("link", { name: "Winter prep" });
  const dialog = await saveDialog(user);
  await user.type(dialog.getByLabelText("Name"), "winter PREP");
  expect(dialog.getByText("Replaces your view “Winter prep”.")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Save view" }));
  await viewTabs().findByRole("link", { name: "winter PREP" });
  expect(db.savedViews).toHaveLength(1);
});

test("a thirteenth view is refused with what to do", async () => {
  const { user } = openServiceRequests(`${path}?priority=high`, {
    prepare: ({ db }) => {
      for (let at = 0; at < 12; at++) {
        const name = `View ${at}`;
        const view = create(SavedViewSchema, { id: name, layout: SavedViewLayout.LIST, name });
        db.savedViews.push({ userId: "dana", view });
      }
    },
  });
  await table();
  await viewTabs().findByRole("link", { name: "View 11" });
  const dialog = await saveDialog(user);
  await user.type(dialog.getByLabelText("Name"), "One more");
  await user.click(dialog.getByRole("button", { name: "Save view" }));
  expect(await dialog.findByText("You have 12 saved views here.")).toBeTruthy();
});

test("views that couldn't load are loaded again on request", async () => {
  const { user, db } = openServiceRequests(path, {
    prepare: ({ db }) => {
      const view = create(SavedViewSchema, {
        id: "a",
        layout: SavedViewLayout.LIST,
        name: "Winter prep",
        query: "",
      });
      db.savedViews.push({ userId: "dana", view });
      db.failingMethods.set("ListSavedViews", createError(Code.NotFound, "NOT_FOUND", "Gone."));
    },
  });
  const retry = await screen.findByRole(
    "button",
    { name: /Couldn't load your views/ },
    loadTimeout,
  );
  db.failingMethods.clear();
  await user.click(retry);
  expect(await viewTabs().findByRole("link", { name: "Winter prep" })).toBeTruthy();
});

test("the requests of the view are exported", async () => {
  const { user, db } = openServiceRequests(`${path}?state=pending`);
  await table();
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await screen.findByText("2 requests are in the file.")).toBeTruthy();
  expect(callsOf({ db })).toContain("ExportServiceRequests");
});

test("a request that a colleague creates appears without a reload", async () => {
  const { db } = openServiceRequests(`${path}?state=pending`);
  expect(await rowNames()).toHaveLength(2);
  const request = db.serviceRequests.find(({ id }) => id === "request-3");
  if (!request) throw new Error("no request");
  request.state = 2;
  const { EventKind } = await import("../../../gen/parlor/v1/event_service_pb");
  db.publish(EventKind.SERVICE_REQUEST, request.communityId, request.id);
  await waitFor(async () => expect(await rowNames()).toHaveLength(3), loadTimeout);
});

test("open requests can be sorted by due date", async () => {
  const { user, location } = openServiceRequests(path);
  await table();
  await user.selectOptions(screen.getByLabelText("Order"), "Due soonest first");
  expect(location.path).toBe(`${path}?order=due`);
  await waitFor(async () => expect((await rowNames())[0]).toContain("Water stain"));
  await user.selectOptions(screen.getByLabelText("Status"), "Any status");
  expect(screen.queryByLabelText("Order")).toBeNull();
});
