// The email screen: a homeowner writes, staff reply, take the reply back, and send it after all.
import { expect, test } from "./support";
import { writeAsHomeowner } from "./support/homeowner-email";

test.use({ dataset: "email" });

test("a homeowner's email is answered, the answer taken back and sent again", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await writeAsHomeowner(page, server.address, {
    to: "Harbor Row office",
    name: "Ada Quill",
    address: "ada.quill@inbox.example",
    subject: "Mailbox key",
    text: "My mailbox key broke.",
  });
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
