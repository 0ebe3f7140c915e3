// Exporting escalations to a file, and emailing a homeowner who has an address.
import { readFile } from "node:fs/promises";
import { expect, test } from "./support";

test.use({ dataset: "export", mail: true });

test("all escalations are exported as a table behind a link", async ({ page, signIn }) => {
  await signIn("admin@harborline.example");
  await page.goto("/escalations");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByText(/The file has \d+ escalations, open and reviewed\./)).toBeVisible();
  await expect(page.getByText(/The link works once, within 15 min/)).toBeVisible();
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^escalations-\d{4}-\d\d-\d\d\.csv$/);
  const table = await readFile(await file.path(), "utf8");
  expect(table).toContain("Asked at (UTC),Community,State,Priority,Emergency,Test,Question");
  expect(table).toContain("Priya Raman");
  await expect(page).toHaveURL("/escalations");

  // The link works once, so another press creates another link.
  await page.getByRole("button", { name: "Export again" }).click();
  const another = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect(await readFile(await (await another).path(), "utf8")).toBe(table);
});

test("a homeowner gets the previewed email once it can no longer be undone", async ({
  page,
  mailbox,
  signIn,
}) => {
  const answer = "Yes, if it only sees your own doorway. Tell the office – it’s quick.";
  await signIn("admin@harborline.example");
  await page.goto("/escalations");
  await page.getByRole("link", { name: /Priya Raman/ }).click();
  const desk = page.getByRole("article", { name: "Escalation from Priya Raman" });
  const notice = desk.getByRole("region", { name: "Notify the homeowner" });
  await desk.getByLabel("Your answer").fill(answer);
  await notice.getByRole("radio", { name: "Email" }).click();
  const exact = notice.locator(".exact-text");
  await expect(exact).toContainText(answer);
  await expect(notice).toContainText("To priya.raman@mail.example · “Re: your question”");
  const shown = await exact.innerText();

  const begun = Date.now();
  await desk.getByRole("button", { name: "Answer, train and notify" }).click();
  await expect.poll(() => mailbox?.mails.length).toBe(1);
  expect(Date.now() - begun, "not sent while it can be undone").toBeGreaterThan(9000);
  const [mail] = mailbox?.mails ?? [];
  expect(mail).toMatchObject({ to: "priya.raman@mail.example", subject: "Re: your question" });
  expect(mail?.text.trim()).toBe(shown.trim());

  await page.getByRole("radio", { name: /^Reviewed/ }).click();
  await page.getByRole("link", { name: /Priya Raman/ }).click();
  const sent = desk.getByText(/by email to priya.raman@mail.example · Sent/);
  // The mailbox receives the email shortly before the server records it, and no event announces
  // that.
  await expect(async () => {
    await page.reload();
    await expect(sent).toBeVisible({ timeout: 5000 });
  }).toPass();
});
