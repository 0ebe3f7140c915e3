// Service requests are decided in bulk and individually, and moved on the board.
import type { Page } from "@playwright/test";
import { expect, test } from "./support";
import { call } from "./support/resident";
import type { Server } from "./support/server";
import { enter, openSession } from "./support/session";

test.use({
  dataset: "service-request-board",
  serverArguments: ["--service-request-company-id", "company-northgate"],
});

const ingrid = "admin@northgate.example";

type Stored = { serviceRequest: { state: string } };

/** Reads the state of a request over REST. */
async function stateOf(server: Server, id: string): Promise<string> {
  const token = await openSession(server.address, ingrid);
  const { serviceRequest } = await call<Stored>(server.address, token, `/serviceRequests/${id}`);
  return serviceRequest.state;
}

const card = (page: Page, name: RegExp) => page.getByRole("row", { name });
const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a bulk approval lists the result of each request, including a refused one", async ({
  page,
  server,
}) => {
  const token = await enter(page, server.address, ingrid, "/serviceRequestPending");
  const queue = page.getByRole("region", { name: "Needs decision" });
  await expect(queue.getByRole("link")).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.getByRole("button", { name: "Approve 2 requests…" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve 2 requests" });
  await expect(dialog.getByText(/\(Bathroom fan runs all night\) was approved\.$/)).toBeVisible();

  const decline = { action: "DECLINE", note: "Already repaired." };
  await call(server.address, token, "/serviceRequests/request-larkspur-fan/state", decline);
  await dialog.getByRole("button", { name: "Approve 2 requests" }).click();
  const results = page.getByRole("dialog", { name: "1 approved, 1 not approved" });
  const result = (title: string) => results.getByRole("listitem").filter({ hasText: title });
  await expect(result("Water stain on the bedroom ceiling")).toContainText("Approved");
  await expect(result("Bathroom fan runs all night")).toContainText("Not approved");
  await results.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("You're all caught up")).toBeVisible();
  expect(await stateOf(server, "request-larkspur-leak")).toBe("APPROVED");
});

test("declining requires a note, which the resident gets", async ({ page, server }) => {
  const token = await openSession(server.address, ingrid);
  await call(server.address, token, "/serviceRequests", {
    communityId: "community-larkspur-commons",
    title: "Satellite dish on the balcony",
    unit: "B-12",
    contactName: "Noor Haddad",
    contactPhone: "+15035550161",
    notifyResident: true,
  });
  await enter(page, server.address, ingrid, "/serviceRequestPending");
  const request = page.getByRole("article", { name: /Satellite dish/ });
  await expect(request.getByRole("region", { name: "Missing" })).toContainText("Photos");
  await page.keyboard.press("d");
  await expect(request.getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(request.getByText("Write what the resident should know.")).toBeVisible();
  await request.getByLabel("Reason").fill("The rules do not allow dishes.");
  await expect(request.getByRole("region", { name: "Noor gets this text" })).toContainText(
    "(Satellite dish on the balcony) was declined: The rules do not allow dishes.",
  );
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/^[A-Z]+-\d+ is declined\.$/)).toBeVisible();
  await expect(page.getByText("You're all caught up")).toBeVisible();
});

test("a card can be dragged by mouse to permitted columns only", async ({ page, server }) => {
  await enter(page, server.address, ingrid, "/serviceRequestMainUpdated");
  const door = card(page, /Lobby door/);
  const approved = column(page, "Approved");
  await expect(approved.getByRole("row", { name: /Lobby door/ })).toBeVisible();
  await door.dragTo(page.getByRole("grid", { name: "Completed requests" }));
  await expect(approved.getByRole("row", { name: /Lobby door/ })).toBeVisible();
  expect(await stateOf(server, "request-tinsmith-door")).toBe("APPROVED");

  await door.dragTo(page.getByRole("grid", { name: "In progress requests" }));
  await expect(column(page, "In progress").getByRole("row", { name: /Lobby door/ })).toBeVisible();
  await expect(page.getByText(/is in progress\.$/)).toBeVisible();
  expect(await stateOf(server, "request-tinsmith-door")).toBe("IN_PROGRESS");
});

test("a card is moved by keyboard with its handle and its menu", async ({ page, server }) => {
  await enter(page, server.address, ingrid, "/serviceRequestMainUpdated");
  await card(page, /Lobby door/).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: /^Drag TL-101/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Drop on Completed requests" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(column(page, "Completed").getByRole("row", { name: /Lobby door/ })).toBeVisible();
  expect(await stateOf(server, "request-tinsmith-door")).toBe("COMPLETED");

  await card(page, /Lobby door/).focus();
  await page.keyboard.press("m");
  await expect(page.getByRole("menuitem", { name: "Open TL-101" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(card(page, /Lobby door/)).toHaveCount(0);
  expect(await stateOf(server, "request-tinsmith-door")).toBe("CLOSED");
});

test("a move that needs a date asks for it, and filters stay in the URL", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, server.address, ingrid, "/serviceRequestMainUpdated");
  await page.getByRole("radio", { name: /^In progress/ }).click();
  await expect(page).toHaveURL("/serviceRequestMainUpdated?column=progress");
  await card(page, /No heat/)
    .getByRole("button", { name: /^Move/ })
    .click();
  await page.getByRole("menuitem", { name: "Put on hold" }).click();
  const dialog = page.getByRole("dialog", { name: /on hold$/ });
  await dialog.getByRole("button", { name: "Put on hold" }).click();
  await expect(dialog.getByText("Choose a date in the future.")).toBeVisible();
  await dialog.getByLabel("On hold until").fill("2099-12-03");
  await dialog.getByRole("button", { name: "Put on hold" }).click();
  await expect(card(page, /No heat/)).toContainText("On hold");
  await page.getByLabel("Number, unit or keyword").fill("garage");
  await expect(page).toHaveURL("/serviceRequestMainUpdated?query=garage&column=progress");
  await expect(card(page, /No heat/)).toHaveCount(0);
  await page.reload();
  await expect(card(page, /Garage lights/)).toBeVisible();
});
