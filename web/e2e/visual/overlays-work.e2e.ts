// Menus and dialogs of the inbox, emails, web chats, text blasts, service requests and drafts.

import { expect } from "../support";
import { fillAndStart, openAssistant } from "../support/assistants";
import { wide } from "../support/screen-check";
import { enter, goWithin } from "../support/session";
import { checkOverlay, test } from "./fixtures";

test.use({ dataset: "visual-overlays", viewport: wide });
test.describe.configure({ timeout: 900_000 });

test("the canned replies of the inbox are accessible", async ({ page, server }) => {
  await enter(page, server.address, "admin@harborline.example", "/omnichannel?channel=text");
  const list = page.getByRole("region", { name: "Conversations", exact: true });
  await list.getByRole("link").first().click();
  await checkOverlay(page, "canned-replies-menu", async () => {
    await page.getByLabel("Your reply").fill("/");
    await expect(page.getByRole("listbox", { name: "Canned replies" })).toBeVisible();
  });
  await checkOverlay(page, "canned-replies", async () => {
    await page.getByRole("button", { name: "Canned replies", exact: true }).click();
    await expect(page.getByRole("button", { name: "New canned reply" })).toBeVisible();
  });
  await checkOverlay(page, "routing-rule-new", async () => {
    await page.getByRole("button", { name: "Routing rules" }).click();
    await page.getByRole("button", { name: "New routing rule" }).click();
    await expect(page.getByRole("button", { name: "Save rule" })).toBeVisible();
  });
  await checkOverlay(page, "canned-reply-new", async () => {
    await page.getByRole("button", { name: "Canned replies", exact: true }).click();
    await page.getByRole("button", { name: "New canned reply" }).click();
    await expect(page.getByLabel("Shortcut, without the slash")).toBeVisible();
  });
});

test("the macros of the inbox are accessible", async ({ page, server }) => {
  await enter(page, server.address, "admin@harborline.example", "/omnichannel?channel=text");
  const list = page.getByRole("region", { name: "Conversations", exact: true });
  await list.getByRole("link").first().click();
  await checkOverlay(page, "macros", async () => {
    await page.getByRole("button", { name: "Macros" }).click();
    await page.getByRole("menuitem", { name: "Manage macros" }).click();
    await expect(page.getByRole("button", { name: "New macro" })).toBeVisible();
  });
  await checkOverlay(page, "macro-new", async () => {
    await page.getByRole("button", { name: "Macros" }).click();
    await page.getByRole("menuitem", { name: "Manage macros" }).click();
    await page.getByRole("button", { name: "New macro" }).click();
    await expect(page.getByLabel("Assign emails and web chats to")).toBeVisible();
  });
});

test("the dialogs of service requests are accessible", async ({ page, server }) => {
  const path = "/serviceRequest?id=request-bluestem-sink";
  await enter(page, server.address, "admin@parlor.example", path);
  const dialog = page.getByRole("dialog");
  await checkOverlay(page, "service-request-edit", async () => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await expect(dialog.getByLabel("Estimate in dollars")).toBeVisible();
  });
  await checkOverlay(page, "work-order", async () => {
    const orders = page.getByRole("region", { name: "Work orders" });
    await orders.getByRole("button", { name: "Send…" }).click();
    await expect(dialog.getByLabel("Vendor's email")).toBeVisible();
  });
  await goWithin(page, "/serviceRequestPending");
  await checkOverlay(page, "service-requests-approval", async () => {
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await page.getByRole("button", { name: /^Approve \d+ requests?…$/ }).click();
    await expect(dialog.getByText(/was approved\.$/).first()).toBeVisible();
  });
});

test("the dialogs of text blasts are accessible", async ({ page, server }) => {
  await enter(page, server.address, "admin@harborline.example", "/textBlast");
  const dialog = page.getByRole("dialog");
  await checkOverlay(page, "blast-new", async () => {
    await page.getByRole("button", { name: "New blast" }).click();
    await expect(dialog.getByLabel("Title")).toBeVisible();
  });
  await goWithin(page, "/textBlast?blast=blast-annual-meeting&step=recipients");
  await checkOverlay(page, "blast-recipient-list", async () => {
    await page.getByRole("radio", { name: "Saved audience" }).check();
    await page.getByRole("button", { name: "New list" }).click();
    await expect(dialog.getByLabel("Phone numbers")).toBeVisible();
  });
  await goWithin(page, "/textBlast?blast=blast-annual-meeting&step=message");
  await checkOverlay(page, "blast-templates", async () => {
    await page.getByRole("button", { name: "Start from a template" }).click();
    await page.getByRole("menuitem", { name: "Manage templates" }).click();
    await expect(page.getByRole("dialog", { name: "Templates" })).toBeVisible();
  });
});

test("the dialogs of email are accessible", async ({ page, server }) => {
  await enter(page, server.address, "admin@harborline.example", "/email");
  const dialog = page.getByRole("dialog");
  await checkOverlay(page, "mailbox-new", async () => {
    const mailboxes = page.getByRole("region", { name: "Mailboxes" });
    await mailboxes.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Add mailbox" })).toBeVisible();
  });
  const openMenu = () =>
    page.getByRole("button", { name: "Actions for Harbor Row office" }).click();
  await checkOverlay(page, "email-as-homeowner", async () => {
    await openMenu();
    await page.getByRole("menuitem", { name: "Write as a homeowner" }).click();
    await expect(dialog.getByLabel("Homeowner's email address")).toBeVisible();
  });
  await goWithin(page, "/email?email=new");
  await checkOverlay(page, "email-schedule", async () => {
    await page.getByRole("button", { name: "Schedule…" }).click();
    await expect(page.getByRole("dialog", { name: "Schedule email" })).toBeVisible();
  });
});

test("the dialogs of the web chat are accessible", async ({ page, server }) => {
  const path = "/webChat?community=community-harbor-row";
  await enter(page, server.address, "admin@harborline.example", path);
  const site = page.getByRole("article", { name: "Web chat for Harbor Row" });
  await checkOverlay(page, "web-chat-key", async () => {
    await site.getByRole("button", { name: "Replace key…" }).click();
    await expect(page.getByRole("dialog", { name: /^Replace the key for/ })).toBeVisible();
  });
});

test("the dialogs of drafts are accessible", async ({ page, server }) => {
  const { form, text } = await openAssistant(page, server.address, "Draft emails and letters");
  // The demo data has accounts of this community.
  await form.getByLabel("Community").selectOption("The Meridian");
  await fillAndStart(form, { Recipient: "Ann Lee", "What it should say": "The gate is repaired." });
  await expect(text).toContainText("Dear Ann Lee");
  await checkOverlay(page, "letters", async () => {
    await page.getByRole("button", { name: "Letters to homeowners" }).click();
    await expect(page.getByRole("dialog").getByRole("checkbox").first()).toBeVisible();
  });
  await checkOverlay(page, "draft-escalation", async () => {
    await page.getByRole("button", { name: "Escalation", exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  });
});
