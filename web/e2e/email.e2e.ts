// The email screen: a homeowner writes, staff reply, take the reply back, and send it after all.
import { expect, test } from "./support";
import { enter } from "./support/session";

test.use({ dataset: "email" });

test("a homeowner's email is answered, the answer taken back and sent again", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, server.address, "admin@harborline.example", "/email");
  await page.getByRole("button", { name: "Actions of Harbor Row office" }).click();
  await page.getByRole("menuitem", { name: "Write as a homeowner" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Homeowner's name").fill("Ada Quill");
  await dialog.getByLabel("Homeowner's email address").fill("ada.quill@inbox.example");
  await dialog.getByLabel("Subject").fill("Mailbox key");
  await dialog.getByLabel("Text", { exact: true }).fill("My mailbox key broke.");
  await dialog.getByRole("button", { name: "Deliver email" }).click();

  const email = page.getByRole("article", { name: "Email from Ada Quill" });
  await expect(email.getByText("My mailbox key broke.")).toBeVisible();
  await email.getByRole("button", { name: "Reply", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Your email", exact: true });
  await field.fill("A new key waits at the desk.");
  await expect(email.getByText("Draft saved")).toBeVisible();
  await email.getByRole("button", { name: "Send email" }).click();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(field).toHaveValue("A new key waits at the desk.");
  await field.fill("A new key waits at the front desk.");
  await email.getByRole("button", { name: "Send email" }).click();
  const sent = email.getByRole("region", { name: "Email from Dana Okafor" });
  await expect(sent).toContainText("A new key waits at the front desk.");
  await expect(sent.getByText("Scheduled")).toHaveCount(0, { timeout: 20_000 });
  await page.getByRole("link", { name: "Sent" }).click();
  await expect(page.getByRole("link", { name: /A new key waits at the front desk/ })).toBeVisible();
});
