// Administration of companies: by platform administrators, by a company's own administrator, and
// closed to managers.
import type { Page } from "@playwright/test";
import { expect, test } from "./support";

test.use({ dataset: "admin-companies" });

const platform = "admin@parlor.example";
const administrator = "admin@harborline.example";

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a manager cannot open the administration", async ({ page, signIn }) => {
  await signIn("manager@harborline.example");
  const menu = page.getByRole("navigation", { name: "Screens" });
  await expect(menu.getByRole("link", { name: "Administration" })).toHaveCount(0);
  await page.goto("/admin?section=company");
  await expect(page.getByRole("heading", { name: "404" })).toBeVisible();
});

test("a company's administrator sees only their company", async ({ page, signIn }) => {
  await signIn(administrator);
  await page.goto("/admin?section=companies");
  const tabs = page.getByRole("navigation", { name: "Administration" });
  await expect(tabs.getByRole("link", { name: "Company settings" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(tabs.getByRole("link", { name: "Companies" })).toHaveCount(0);
  await expect(section(page, "Plan and features")).toContainText("Vantaca");
});

test("a platform administrator creates a company, sets it up, switches to it and leaves", async ({
  page,
  signIn,
}) => {
  await signIn(platform);
  await page.goto("/admin");
  await page.getByRole("button", { name: "New company" }).click();
  const dialog = page.getByRole("dialog", { name: "New company" });
  await dialog.getByRole("button", { name: "Create company" }).click();
  await expect(dialog.getByText("This field is required.")).toBeVisible();
  await dialog.getByLabel("Legal name").fill("Northgate Communities");
  await dialog.getByRole("button", { name: "Create company" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Choose another name.");
  await dialog.getByLabel("Legal name").fill("Kestrel & Vane");
  await dialog.getByLabel("Association software").selectOption("Buildium");
  await dialog.getByRole("button", { name: "Create company" }).click();

  const sheet = page.getByRole("dialog", { name: "Kestrel & Vane" });
  await sheet.getByLabel("Texting v3").check();
  await sheet.getByLabel(/^Web chat/).check();
  await expect(sheet.getByText("Staff get Turbo, Escalations, and Web chat.")).toBeVisible();
  await sheet.getByRole("button", { name: "Save company" }).click();
  await expect(sheet).toHaveCount(0);

  await page.getByLabel("Find a company").fill("kestrel");
  const rows = page.getByRole("table", { name: "Companies" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL("/admin?find=kestrel");
  await page.getByRole("button", { name: "Switch to company Kestrel & Vane" }).click();
  await expect(page.getByText("Viewing as Kestrel & Vane.")).toBeVisible();
  await page.goto("/admin?section=audit");
  await expect(page.getByRole("table", { name: "Audit trail" })).toContainText("Company created");
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByText("Viewing as")).toHaveCount(0);
});

test("branding is saved, and overlapping hours are refused", async ({ page, signIn }) => {
  await signIn(administrator);
  await page.goto("/admin?section=company");
  const form = section(page, "Branding");
  await form.getByLabel("Signature").fill("The Harborline desk");
  await form.getByRole("button", { name: "Add hours on Saturday" }).click();
  await form.getByLabel("Saturday opening time").last().fill("12:00");
  await form.getByLabel("Saturday closing time").last().fill("15:00");
  await expect(form.getByText("Saturday: these hours overlap")).toBeVisible();
  await form.getByRole("button", { name: "Save branding" }).click();
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await page.reload();
  await expect(form.getByLabel("Saturday closing time").last()).toHaveValue("15:00");
  await form.getByLabel("Saturday opening time").last().fill("14:00");
  await form.getByRole("button", { name: "Save branding" }).click();
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  await page.reload();
  await expect(form.getByLabel("Signature")).toHaveValue("The Harborline desk");
  await expect(form.getByLabel("Saturday opening time").last()).toHaveValue("14:00");
});

test("a file of associations is uploaded, and the sync lists its changes", async ({
  page,
  signIn,
}) => {
  await signIn(administrator);
  await page.goto("/admin?section=software");
  const upload = section(page, "Communities from a file");
  const file = (text: string) => ({
    name: "associations.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  await upload.getByLabel("Choose a CSV file").setInputFiles(file("code,title\nGULL,Gull Point\n"));
  await upload.getByRole("button", { name: "Upload" }).click();
  await expect(upload.getByText('Line 1: the first line names no column "name".')).toBeVisible();
  const rows = ["code,name", "HR01,Harbor Row", "MER2,The Meridian", "OSP3,Osprey Lake"];
  await upload
    .getByLabel("Choose a CSV file")
    .setInputFiles(file([...rows, "GULL,Gull Point"].join("\n")));
  // Until the new file is loaded, the previous one would be sent again.
  await expect(upload.getByText("associations.csv: 4 communities")).toBeVisible();
  await upload.getByRole("button", { name: "Upload" }).click();
  await expect(upload.getByText("4 communities uploaded.")).toBeVisible();
  const sync = section(page, "Sync");
  await sync.getByRole("button", { name: "Sync now" }).click();
  await expect(sync.getByRole("status")).toContainText("Gull Point");
});

test("a partner's secret is shown once, and the credential is revoked", async ({
  page,
  signIn,
}) => {
  await signIn(administrator);
  await page.goto("/admin?section=partners");
  await page.getByRole("button", { name: "New credential" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Name" }).fill("Ledger bridge");
  await sheet.getByLabel(/^See your communities/).check();
  await sheet.getByRole("button", { name: "Issue credential" }).click();
  await expect(sheet.getByLabel("Client secret")).toHaveValue(/^\S{20,}$/);
  const secret = await sheet.getByLabel("Client secret").inputValue();
  await sheet.getByRole("button", { name: "Done, I saved it" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "More actions for Ledger bridge" })).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("button", { name: "More actions for Ledger bridge" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke credential" }).click();
  const row = page.getByRole("row", { name: /Ledger bridge/ });
  await expect(row).toContainText("Revoked");
});

test("a mail server that refuses the test message changes nothing", async ({ page, signIn }) => {
  await signIn(administrator);
  await page.goto("/admin?section=email");
  const settings = section(page, "Email settings");
  await settings.getByLabel("Sender address").fill("office@harborline.example");
  await settings.getByLabel("Your mail server").fill("127.0.0.1");
  await settings.getByRole("button", { name: "Test and save" }).click();
  await expect(settings.getByRole("alert")).toContainText("so nothing was changed");
  // The input is kept as a draft in the browser; the saved settings are unchanged.
  await page.reload();
  await expect(settings.getByLabel("Your mail server")).toHaveValue("127.0.0.1");
  await expect(page.getByText("Saved to the outbox")).toBeVisible();
});

test("emails are listed, and the text of one with a login link is hidden", async ({
  page,
  server,
  signIn,
}) => {
  await page.goto("/reset-password");
  await page.getByLabel("Email").fill("manager@northgate.example");
  await page.getByRole("button", { name: /link/i }).click();
  // Nothing is listed until it is requested.
  await expect(page.getByRole("status")).toBeVisible();
  await expect.poll(() => server.mailsTo("manager@northgate.example")).toHaveLength(1);
  await signIn("admin@northgate.example");
  await page.goto("/admin?section=outbox");
  const mails = page.getByRole("table", { name: "Outbox" });
  await expect(mails).toContainText("manager@northgate.example");
  await mails.getByRole("button").first().click();
  await expect(page.getByRole("dialog")).toContainText(
    "This email has a private login link, so its text is hidden.",
  );
});

test("Twilio is set up and removed, and a number needs it first", async ({ page, signIn }) => {
  await signIn(administrator);
  await page.goto("/admin?section=texting");
  await page.getByRole("button", { name: "More actions for Harbor Row" }).click();
  await page.getByRole("menuitem", { name: "Use Twilio" }).click();
  await expect(page.getByRole("alert")).toContainText("Twilio");
  const account = section(page, "Twilio");
  await account.getByLabel("Account SID").fill("AC");
  await account.getByLabel("Auth token").fill("a-token-of-twilio");
  await account.getByRole("button", { name: "Save" }).click();
  await expect(account.getByLabel("Account SID")).toHaveAttribute("aria-invalid", "true");
  await account.getByLabel("Account SID").fill(`AC${"0".repeat(32)}`);
  await account.getByRole("button", { name: "Save" }).click();
  await expect(account.getByText("Set up")).toBeVisible();
  await account.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove account" }).click();
  await expect(account.getByText("Not set up")).toBeVisible();
});

test("a company is opened, read and left by keyboard", async ({ page, signIn }) => {
  await signIn(platform);
  await page.goto("/admin");
  const open = page.getByRole("button", { name: "Harborline Management", exact: true });
  await expect(open).toBeVisible();
  await page.getByLabel("Find a company").focus();
  while (!(await open.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Harborline Management" });
  await expect(sheet).toBeVisible();
  // The shortcut belongs to the sheet once the focus is in it.
  await expect
    .poll(() => sheet.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(open).toBeFocused();
});
