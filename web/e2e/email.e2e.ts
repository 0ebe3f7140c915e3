// The email screen: a homeowner writes, staff reply, undo the reply, and send it again.
import { expect, test } from "./support";
import { writeAsHomeowner } from "./support/homeowner-email";

test.use({ dataset: "email" });

test("a homeowner's email is answered, and the answer is undone and sent again", async ({
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
  await expect(sent.getByText("Scheduled")).toHaveCount(0);
  await page.getByRole("link", { name: "Sent" }).click();
  await expect(page.getByRole("link", { name: /A new key waits at the front desk/ })).toBeVisible();
});

test("the bot drafts the reply to a question that it knows", async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await writeAsHomeowner(page, server.address, {
    to: "Harbor Row office",
    name: "Priya Raman",
    address: "priya.raman@mail.example",
    subject: "Office",
    text: "Hello,\n\nWhat are the office hours?\n\nThanks,\nPriya",
  });
  const email = page.getByRole("article", { name: "Email from Priya Raman" });
  await expect(email.getByText(/Bot: Drafted a reply with the answer to/)).toBeVisible();
  await page.reload();
  await expect(email.getByText("The bot drafted this reply.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Your email", exact: true })).toHaveValue(
    /Hi Priya,/,
  );
  await email.getByRole("button", { name: "Send email" }).click();
  await expect(email.getByRole("region", { name: "Email from Dana Okafor" })).toBeVisible();
});

test("a question that the bot does not know is answered from the escalations", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const question = "May I moor a zeppelin at the mast on the roof?";
  await writeAsHomeowner(page, server.address, {
    to: "Harbor Row office",
    name: "Curtis Hallowell",
    address: "curtis.hallowell@inbox.example",
    subject: "Mast",
    text: `Hello,\n\n${question}\n\nBest regards,\nCurtis`,
  });
  await page.goto("/escalations?order=newest");
  const row = page.getByRole("link", { name: new RegExp(question.replace("?", "\\?")) });
  await expect(row.getByText("Email", { exact: true })).toBeVisible();
  await row.click();
  const escalation = page.getByRole("article", { name: "Escalation from Curtis Hallowell" });
  const thread = escalation.getByRole("region", { name: "Email thread" });
  await expect(thread.getByText("Best regards,")).toBeVisible();
  await escalation.getByLabel("Your answer").fill("Not on the roof.");
  await expect(
    escalation.getByText("To curtis.hallowell@inbox.example · “Re: Mast”"),
  ).toBeVisible();
  await escalation.getByRole("button", { name: "Answer, train and notify" }).click();
  await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
  await page.goto("/email");
  await page.getByRole("link", { name: /Curtis Hallowell/ }).click();
  const email = page.getByRole("article", { name: "Email from Curtis Hallowell" });
  const reply = email.getByRole("region", { name: "Email from Dana Okafor" });
  await expect(reply).toContainText("Not on the roof.");
  await expect(reply.getByText("Scheduled")).toHaveCount(0);
});
