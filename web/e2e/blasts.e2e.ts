// A text blast from the first press to what residents read.
import { expect, type Page } from "@playwright/test";
import { test } from "./support";
import { call } from "./support/resident";
import { enter, openSession } from "./support/session";

test.use({ dataset: "blasts" });

/** Sends the reviewed draft, in spite of quiet hours. */
async function sendNow(page: Page) {
  const send = page.getByRole("region", { name: "Send" });
  await send.getByRole("switch", { name: /^Emergency/ }).check();
  await send.getByLabel("Reason for the emergency").fill("The ceiling of the garage is cracked.");
  await send.getByRole("button", { name: "Send now" }).click();
}

test("the restricted view writes a blast, reviews it, takes it back, and sends it", async ({
  page,
  server,
}) => {
  await enter(page, server.address, "blaster@harborline.example", "/");
  await expect(page).toHaveURL("/textBlast");
  await expect(page).toHaveTitle("Parlor Blaster · Parlor");
  await page.getByRole("button", { name: "New blast" }).click();
  const dialog = page.getByRole("dialog", { name: "New text blast" });
  await dialog.getByLabel("Title").fill("Garage closed");
  await dialog.getByRole("checkbox", { name: "The Meridian" }).check();
  await dialog.getByRole("button", { name: "Create draft" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Garage closed");

  const matching = page.getByRole("complementary", { name: "Matching accounts" });
  await expect(matching).toContainText("9 accounts, 9 phone numbers");
  await page.getByRole("checkbox", { name: "garage" }).check();
  await expect(matching).toContainText("4 accounts, 4 phone numbers");
  await page.getByRole("button", { name: "Continue to message" }).click();

  const message = page.getByRole("region", { name: "Message" });
  await message.getByLabel("Text").fill("Hi {{first_name|neighbor}}, the garage is closed 9–1.");
  await expect(message.getByText(/larger alphabet/)).toBeVisible();
  await message.getByRole("button", { name: "Replace" }).click();
  await expect(message.getByText(/larger alphabet/)).toBeHidden();
  await page.reload();
  await expect(message.getByLabel("Text")).toHaveValue(/closed 9-1\.$/);
  await page.getByRole("button", { name: "Continue to review" }).click();

  await expect(page.getByText("To 3 people.")).toBeVisible();
  const preview = page.getByRole("complementary", { name: "Preview" });
  await expect(preview).toContainText("The Meridian: Hi Theo, the garage is closed 9-1.");
  await page.getByRole("button", { name: "Show: Do not text" }).click();
  await expect(page.getByRole("dialog")).toContainText("Leonard Katz");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Send test to my phone" }).click();
  await expect(page.getByText(/\(202\) 555-0192/)).toBeVisible();

  await sendNow(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("region", { name: "Send" })).toBeVisible();
  await sendNow(page);
  await expect(page.getByText(/^Sending in/)).toBeVisible();
  await expect(page.getByText("3 of 3 sent")).toBeVisible();
  await expect(page.getByRole("region", { name: "Recipients" })).toContainText("Theo Lindqvist");
  await page.getByRole("button", { name: "All text blasts" }).click();
  await expect(page.getByRole("main")).toContainText("Garage closed");
});

test("a blast above the company's number waits until a second person approves it", async ({
  browser,
  page,
  server,
}) => {
  const dana = await openSession(server.address, "admin@harborline.example");
  const customizations = { customizations: { blastApprovalAbove: 2 } };
  await call(
    server.address,
    dana,
    "/admin/company/company-harborline/customizations",
    customizations,
    "PUT",
  );
  const blaster = await enter(page, server.address, "blaster@harborline.example", "/textBlast");
  const audience = { filter: { communityIds: ["community-the-meridian"] } };
  const text = "{{community}}: The sauna is closed on Friday.";
  await call(server.address, blaster, "/blasts", { title: "Sauna closed", body: text, audience });

  await page.reload();
  await page.getByRole("link", { name: "Sauna closed" }).click();
  await page.getByRole("button", { name: /Review/ }).click();
  await expect(page.getByText("A second person must approve it.")).toBeVisible();
  await page.getByRole("button", { name: "Ask for approval" }).click();
  await expect(page.getByText("Another person must approve it.")).toBeVisible();

  const theirs = await browser.newContext({ baseURL: server.address });
  const other = await theirs.newPage();
  await enter(
    other,
    server.address,
    "admin@harborline.example",
    new URL(page.url()).pathname + new URL(page.url()).search,
  );
  await other.getByRole("button", { name: "Approve", exact: true }).click();
  const dialog = other.getByRole("dialog", { name: "Approve this blast?" });
  await expect(dialog).toContainText(/goes to \d+ people/);
  await dialog.getByRole("button", { name: "Approve blast" }).click();
  await expect(other.getByText(/^Sending in/)).toBeVisible();
  await theirs.close();
  await expect(page.getByText(/^Sending in/)).toBeVisible();
});
