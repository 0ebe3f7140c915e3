// Sheets, menus and dialogs of the frame, the administration, the answers, the catalogs and the
// homeowner accounts.

import { expect } from "../support";
import { wide } from "../support/screen-check";
import { enter, goWithin } from "../support/session";
import { checkOverlay, checkPath, clickFirst, test } from "./fixtures";

test.use({ dataset: "visual-overlays", viewport: wide });
test.describe.configure({ timeout: 900_000 });

test("the overlays of a company's administration are accessible", async ({ page, server }) => {
  await enter(page, server.address, "admin@harborline.example", "/admin?section=communities");
  const dialog = page.getByRole("dialog");
  await checkOverlay(page, "community", async () => {
    await clickFirst(page, /^Osprey Lake$/);
    await expect(dialog.getByLabel("Units")).toBeVisible();
  });
  await checkOverlay(page, "community-deletion", async () => {
    await clickFirst(page, /^More actions for Osprey Lake/);
    await page.getByRole("menuitem", { name: /^Delete/ }).click();
    await expect(page.getByLabel("Reason")).toBeVisible();
  });
  await goWithin(page, "/admin?section=users");
  await checkOverlay(page, "invitation", async () => {
    await clickFirst(page, "Invite user");
    await clickFirst(page, "Send invitation");
    await expect(dialog.getByText("This field is required.").first()).toBeVisible();
  });
  await goWithin(page, "/admin?section=partners");
  await checkOverlay(page, "partner-credential", async () => {
    await clickFirst(page, "New credential");
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeVisible();
  });
});

test("the overlays of the frame are accessible", async ({ page, server }) => {
  await enter(page, server.address, "admin@harborline.example", "/turbo?community=none");
  await expect(page.getByRole("heading", { name: "Which community?" })).toBeVisible();
  await checkOverlay(page, "shortcuts", async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Shortcuts" })).toBeVisible();
  });
  await checkOverlay(page, "user-menu", async () => {
    await page.getByRole("button", { name: "Dana Okafor, Administrator" }).click();
    await expect(page.getByRole("menuitem").first()).toBeVisible();
  });
  // Arrow keys scroll the palette's list from its field, which keeps the focus.
  const fromField = ["scrollable-region-focusable"];
  const search = async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill("ma");
    await expect(page.getByRole("menuitem").first()).toBeVisible();
  };
  await checkOverlay(page, "palette", search, fromField);
  // React Aria hides the rest of the page from screen readers while the list is open; leaving the
  // field, also with Tab, closes the list.
  const openList = ["aria-hidden-focus"];
  const choose = async () => {
    await page.getByRole("combobox", { name: "Community" }).click();
    await expect(page.getByRole("option").first()).toBeVisible();
  };
  await checkOverlay(page, "picker", choose, openList);
});

test("the overlays of a community's answers are accessible", async ({ page, server }) => {
  const path = "/turbo?community=community-harbor-row";
  await enter(page, server.address, "admin@harborline.example", path);
  await checkOverlay(page, "answers-file", async () => {
    await page.getByRole("button", { name: "Import or export" }).click();
    await page.getByRole("menuitem", { name: "Import a file" }).click();
    await expect(page.getByRole("dialog").getByText("CSV or XLSX, up to 5 MB")).toBeVisible();
  });
});

test("the overlays of the platform's administration are accessible", async ({ page, server }) => {
  await enter(page, server.address, "admin@parlor.example", "/admin");
  await checkOverlay(page, "new-company", async () => {
    await page.getByRole("button", { name: "New company" }).click();
    await expect(page.getByRole("dialog").getByLabel("Legal name")).toBeVisible();
  });
  await checkOverlay(page, "company", async () => {
    await page.getByRole("button", { name: "Harborline Management", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Harborline Management" })).toBeVisible();
  });
});

test("the overlays of the catalogs are accessible", async ({ page, server }) => {
  await enter(page, server.address, "admin@parlor.example", "/playground");
  await checkPath(page, "/playground", "playground-communities");
  await goWithin(page, "/knowledge-base-management");
  await checkOverlay(page, "intent-split", async () => {
    await page.getByRole("button", { name: "Split" }).click();
    await expect(page.getByRole("dialog", { name: /^Split/ })).toBeVisible();
  });
  await checkOverlay(page, "knowledge-gaps", async () => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Knowledge gaps" }).click();
    await expect(page.getByRole("region", { name: "Unanswered questions" })).toBeVisible();
  });
});

test("the dialogs of homeowner accounts are accessible", async ({ page, server }) => {
  const path = "/turbo?community=community-harbor-row&accounts=";
  await enter(page, server.address, "admin@harborline.example", path);
  const accounts = page.getByRole("dialog", { name: "Homeowner accounts" });
  const reopen = async () => {
    await goWithin(page, path);
    await expect(accounts).toBeVisible();
  };
  await checkOverlay(page, "homeowner-accounts", () => expect(accounts).toBeVisible());
  await checkOverlay(page, "homeowner-account-new", async () => {
    await reopen();
    await accounts.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("form", { name: "Account" })).toBeVisible();
  });
  await checkOverlay(page, "homeowner-accounts-import", async () => {
    await reopen();
    await accounts.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Import accounts" })).toBeVisible();
  });
});
