// Administration of users: invited by email, edited, deactivated and reactivated.
import { expect, signIn, test } from "./support";

test.use({ dataset: "admin-users", mail: true });

const kim = "kim.sato@harborline.example";

test("an invited user sets a password with the emailed link and sees their communities", async ({
  browser,
  mailbox,
  page,
  server,
}) => {
  await signIn(page, "admin@harborline.example");
  await page.goto("/admin?section=users");
  await page.getByRole("button", { name: "Invite user" }).click();
  const sheet = page.getByRole("dialog", { name: "Invite user" });
  await sheet.getByLabel("First name").fill("Kim");
  await sheet.getByLabel("Last name").fill("Sato");
  await sheet.getByLabel("Email").fill(kim);
  await sheet.getByLabel("Job title").selectOption("Leasing");
  await sheet.getByLabel("Osprey Lake").check();
  await sheet.getByRole("button", { name: "Send invitation" }).click();
  const row = page.getByRole("row").filter({ hasText: kim });
  await expect(row).toContainText("Invited");

  const link = await test.step("the email has a link", async () => {
    await expect.poll(() => mailbox?.mails.length).toBe(1);
    expect(mailbox?.mails[0]?.to).toContain(kim);
    return /\/reset-password\/\S+/.exec(mailbox?.mails[0]?.text ?? "")?.[0] ?? "";
  });

  await test.step("it opens the account", async () => {
    const theirs = await browser.newContext({ baseURL: server.address });
    const own = await theirs.newPage();
    await own.goto(link);
    await expect(own.getByRole("heading", { name: "Welcome, Kim" })).toBeVisible();
    await own.getByLabel("New password").fill("parlor-demo-house");
    await own.getByRole("button", { name: "Set password" }).click();
    await expect(own.getByRole("heading", { name: "Your password is set" })).toBeVisible();
    await signIn(own, kim);
    await expect(own.getByRole("main").getByRole("button", { name: "Osprey Lake" })).toBeVisible();
    await expect(own.getByRole("main").getByRole("button", { name: "Harbor Row" })).toHaveCount(0);

    await page.reload();
    await expect(row).toContainText("Active");
    await page.getByRole("button", { name: "More actions for Kim Sato" }).click();
    await page.getByRole("menuitem", { name: "Deactivate" }).click();
    await expect(row).toContainText("Deactivated");
    await own.reload();
    await expect(own.getByText("Please login again")).toBeVisible();
    await theirs.close();
  });

  await test.step("and can log in again", async () => {
    await page.getByRole("button", { name: "More actions for Kim Sato" }).click();
    await page.getByRole("menuitem", { name: "Reactivate" }).click();
    await expect(row).toContainText("Active");
  });
});

test("a manager becomes an administrator after a warning about the logout", async ({
  page,
  signIn,
}) => {
  await signIn("admin@harborline.example");
  await page.goto("/admin?section=users");
  await page.getByRole("button", { name: "Marcus Bell", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Marcus Bell" });
  await sheet.getByRole("radio", { name: /^Administrator/ }).check();
  await expect(sheet.getByText(/logs them out everywhere/)).toBeVisible();
  await sheet.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("row").filter({ hasText: "manager@harborline.example" });
  await expect(row.getByRole("cell").nth(1)).toContainText("Administrator");
});
