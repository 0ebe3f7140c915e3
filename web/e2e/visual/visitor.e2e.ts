// The screens of visitors who are not signed in, in all their states.

import { expect } from "../support";
import { checkScreen, compare, compareLoaded } from "../support/screen-check";
import { checkPath, checkState, test } from "./fixtures";

test.use({ dataset: "visual", viewport: { width: 1280, height: 720 } });
test.describe.configure({ timeout: 900_000 });

const email = "manager@harborline.example";

test("login is accessible in every state", async ({ page, stub }) => {
  const form = page.locator(".login__desk");
  await page.goto("/login");
  await expect(page.getByLabel("Email")).toBeVisible();
  await checkScreen(page, "login-empty");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("lantern cobalt otter");
  await compareLoaded(page, "login", form);
  await stub.set("hold", ["Login"]);
  await page.getByRole("button", { name: "Log in" }).press("Enter");
  await expect(page.locator("[aria-busy=true]")).toBeVisible();
  await compare(page, "login-loading", form);
  await stub.set("fail", ["Login"]);
  await expect(page.getByRole("alert")).toBeVisible();
  await checkState(page, "login-failed");
  await stub.reset();
  await page.getByRole("button", { name: "Log in" }).press("Enter");
  await expect(page.getByRole("alert")).toContainText(/password/i);
  await checkScreen(page, "login-refused");
});

test("resetting a password is accessible in every state", async ({ page, stub }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await checkScreen(page, "reset-empty");
  await page.getByLabel("Email").fill(email);
  await stub.set("fail", ["RequestPasswordReset"]);
  await page.getByRole("button", { name: "Send link" }).press("Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  await checkState(page, "reset-failed");
  await stub.reset();
  await page.getByRole("button", { name: "Send link" }).press("Enter");
  await expect(page.getByRole("status")).toBeVisible();
  await checkScreen(page, "reset-sent");
});

test("choosing a new password is accessible in every state", async ({ page, server, stub }) => {
  await page.goto("/reset-password");
  await page.getByLabel("Email").fill(email);
  const before = (await server.mailsTo(email)).length;
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("status")).toBeVisible();
  await expect.poll(async () => (await server.mailsTo(email)).length).toBeGreaterThan(before);
  const mail = (await server.mailsTo(email)).at(-1) ?? "";
  await stub.set("hold", ["VerifyPasswordResetToken"]);
  await page.goto(/\/reset-password\/\S+/.exec(mail)?.[0] ?? "");
  await expect(page.locator(".skeleton").first()).toBeVisible();
  await compare(page, "new-password-loading");
  await stub.set("fail", ["VerifyPasswordResetToken"]);
  await expect(page.getByRole("alert")).toBeVisible();
  await checkState(page, "new-password-failed");
  await stub.reset();
  await page.getByRole("button", { name: "Try again" }).press("Enter");
  await page.getByLabel("New password").fill("lantern cobalt");
  await checkScreen(page, "new-password");
  await checkPath(page, "/reset-password/old", "new-password-expired");
});
