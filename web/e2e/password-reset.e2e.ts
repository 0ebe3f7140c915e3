// Resetting a forgotten password, from the login to the email and back.
import { expect, test } from "./support";

test.use({ dataset: "password-reset" });

const email = "manager@harborline.example";
const password = "lantern cobalt otter";

test("a forgotten password is reset with the emailed link", async ({
  browser,
  page,
  server,
  signIn,
}) => {
  const elsewhere = await browser.newContext({ baseURL: server.address });
  const other = await elsewhere.newPage();
  await test.step("log in on another computer", async () => {
    await other.goto("/login");
    await other.getByLabel("Email").fill(email);
    await other.getByLabel("Password", { exact: true }).fill("parlor-demo-house");
    await other.getByRole("button", { name: "Log in" }).click();
    await expect(other.getByRole("navigation", { name: "Screens" })).toBeAttached();
  });

  await test.step("every address gets the same response", async () => {
    await page.goto("/login");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    // The login has such a field too.
    await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
    await page.getByLabel("Email").fill("nobody@nowhere.example");
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByRole("status")).toContainText(
      "If nobody@nowhere.example has an account",
    );
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Resend link" }).click();
    await expect(page.getByRole("status")).toContainText(`If ${email} has an account`);
  });

  const link = await test.step("the email has a link", async () => {
    await expect.poll(() => server.mailsTo(email)).toHaveLength(1);
    const [mail = ""] = await server.mailsTo(email);
    const path = /\/reset-password\/\S+/.exec(mail)?.[0] ?? "";
    expect(path).toMatch(/^\/reset-password\/.{20,}$/);
    return path;
  });

  await test.step("the link sets a password and shows its strength", async () => {
    await page.goto(link);
    await page.getByLabel("New password").fill("short");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText("A password has at least 12 characters.")).toBeVisible();
    await page.getByLabel("New password").fill(password);
    await expect(page.getByText("Strong.")).toBeVisible();
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("heading", { name: "Your password is set" })).toBeVisible();
  });

  await test.step("the other computer is logged out", async () => {
    await other.reload();
    await expect(other.getByText("Please login again")).toBeVisible();
    await elsewhere.close();
  });

  await test.step("the link works once", async () => {
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  });

  await test.step("the new password logs in", async () => {
    await expect(signIn(email, password)).resolves.toBeUndefined();
  });
});
