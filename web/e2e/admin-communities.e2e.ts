// Administration of communities: created, edited, requested, deleted and restored.
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./support";

test.use({ dataset: "admin-communities" });

const table = (page: Page) => page.getByRole("table", { name: "Communities", exact: true });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

const openRequests = (page: Page) =>
  page
    .getByRole("navigation", { name: "Administration" })
    .getByRole("link", { name: "Requests" })
    .click();

test.beforeEach(async ({ page, signIn }) => {
  await signIn("admin@harborline.example");
  await page.goto("/admin?section=communities");
  await expect(table(page)).toBeVisible();
});

test("a community is created with the code that the company's software needs", async ({ page }) => {
  await page.getByRole("button", { name: "New community" }).click();
  const sheet = page.getByRole("dialog", { name: "New community" });
  await sheet.getByLabel("Name").fill("Gull Point");
  await sheet.getByLabel("Escalations go to").fill("office@harborline.example");
  await sheet.getByRole("button", { name: "Create community" }).click();
  await expect(sheet.getByText(/enter this one's code there/)).toBeVisible();
  await sheet.getByLabel("Code in Vantaca").fill("GP-01");
  await sheet.getByRole("button", { name: "Create community" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(row(page, "Gull Point")).toContainText("GP-01");
  await expect(page).toHaveURL("/admin?section=communities");
});

test("a saved change is undone with a key", async ({ page }) => {
  await page.getByRole("button", { name: "Osprey Lake", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Osprey Lake" });
  const training = sheet.getByRole("switch", { name: "Training" });
  await training.click();
  await expect(training).toBeChecked();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(training).not.toBeChecked();
  const words = sheet.getByRole("region", { name: "Word replacements" });
  await words.getByLabel("Instead of").fill("tenant");
  await words.getByLabel("Say").fill("neighbor");
  await words.getByRole("button", { name: "Add" }).click();
  await expect(words.getByRole("listitem").filter({ hasText: "neighbor" })).toBeVisible();
  await sheet.getByLabel("Units").fill("7");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(row(page, "Osprey Lake").getByRole("cell").nth(1)).toHaveText("7");
  const saved = page.locator("[data-sonner-toast]").filter({ hasText: "Saved Osprey Lake." });
  await expect(saved).toBeVisible();
  await page.keyboard.press("z");
  await expect(row(page, "Osprey Lake").getByRole("cell").nth(1)).not.toHaveText("7");
});

test("a manager requests a community and cancels the request", async ({ browser, server }) => {
  const theirs = await browser.newContext({ baseURL: server.address });
  const page = await theirs.newPage();
  await signIn(page, "manager@harborline.example");
  const requests = page.getByRole("region", { name: "Your community requests" });
  await expect(requests.getByText("Lantern Square")).toBeVisible();
  await requests.getByRole("button", { name: "Request a community" }).click();
  const form = page.getByRole("dialog", { name: "Request a community" });
  await form.getByLabel("Name").fill("Heron Court");
  await form.getByLabel("Escalations go to").fill("office@harborline.example");
  await form.getByRole("button", { name: "Send request" }).click();
  const request = requests.getByRole("listitem").filter({ hasText: "Heron Court" });
  await expect(request).toContainText("Waiting for an administrator");
  await request.getByRole("button", { name: "Cancel request for Heron Court" }).click();
  await expect(request).toHaveCount(0);
  await theirs.close();
});

test("an accepted request creates its community", async ({ page }) => {
  await openRequests(page);
  await page.getByRole("button", { name: "Accept Lantern Square" }).click();
  const sheet = page.getByRole("dialog", { name: "New community" });
  await expect(sheet.getByLabel("Name")).toHaveValue("Lantern Square");
  await sheet.getByLabel("Code in Vantaca").fill("LS-01");
  await sheet.getByRole("button", { name: "Create community" }).click();
  await expect(row(page, "Lantern Square")).toContainText("Active");
  await openRequests(page);
  await expect(row(page, "Lantern Square")).toContainText("Active");
});

test("a community is deleted with a reason and restored in time", async ({ page }) => {
  await page.getByRole("button", { name: "More actions for The Meridian" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete The Meridian?" });
  await dialog.getByRole("button", { name: "Delete community" }).click();
  await expect(dialog.getByText(/at least 10 characters/)).toBeVisible();
  await dialog.getByLabel("Reason").fill("It left for another company.");
  await dialog.getByRole("button", { name: "Delete community" }).click();
  await expect(row(page, "The Meridian")).toHaveCount(0);

  await page.getByRole("radio", { name: "Deleted" }).click();
  await expect(row(page, "The Meridian")).toContainText("It left for another company.");
  await expect(row(page, "The Meridian")).toContainText("30 days");
  await page.getByRole("button", { name: "Restore The Meridian" }).click();
  await expect(row(page, "The Meridian")).toHaveCount(0);
  await page.getByRole("radio", { name: "Active" }).click();
  await expect(row(page, "The Meridian")).toBeVisible();
});
