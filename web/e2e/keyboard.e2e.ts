// The main tasks of each screen by keyboard alone, from the first Tab to the result. Pages are
// opened by address or by key; the pointer is never used.

import { expect, test } from "./support";
import { press, tabTo, write } from "./support/keys";
import { back, issuePartner } from "./support/partner";
import { password } from "./support/resident";
import { enter } from "./support/session";

test.use({ dataset: "keyboard", elsewhere: [new URL(back).origin] });

const dana = "admin@harborline.example";
const marcus = "manager@harborline.example";

test("a visitor leaves an unknown page and logs in by keyboard", async ({ page }) => {
  await page.goto("/no-such-screen");
  await press(page, page.getByRole("button", { name: "Go Home" }));
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Email"), "the first field has the focus").toBeFocused();
  await page.keyboard.type(marcus);
  await write(page, page.getByLabel("Password", { exact: true }), password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/turbo");
});

test("a password is reset by keyboard", async ({ page, server }) => {
  const email = "blaster@harborline.example";
  await page.goto("/login");
  await press(page, page.getByRole("link", { name: "Forgot password?" }));
  await expect(page).toHaveURL("/reset-password");
  // The login has the same field and is shown until this screen has loaded.
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  const field = page.getByLabel("Email");
  await tabTo(page, field);
  // The field may already contain the address of the login.
  await page.keyboard.press("Control+a");
  await write(page, field, email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toBeVisible();
  await expect.poll(() => server.mailsTo(email)).toHaveLength(1);
  const [mail = ""] = await server.mailsTo(email);
  await page.goto(/\/reset-password\/\S+/.exec(mail)?.[0] ?? "");
  await write(page, page.getByLabel("New password"), "lantern cobalt otter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your password is set" })).toBeVisible();
});

test("a partner's access is allowed and denied by keyboard", async ({ page, server }) => {
  await page.route(`${back}*`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Elm Ledger</h1>" }),
  );
  const { authorizationParams } = await issuePartner(server.address, "Elm Ledger");
  for (const name of ["Deny", "Allow"]) {
    await enter(page, server.address, marcus, `/oauth2/v1/auth?${authorizationParams}`);
    await press(page, page.getByRole("button", { name }));
    await expect(page.getByRole("heading", { name: "Elm Ledger", exact: true })).toBeVisible();
    const came = new URL(page.url()).searchParams;
    expect(came.has("code")).toBe(name === "Allow");
  }
});

test("menu, palette and picker work by keyboard", async ({ page, server }) => {
  await enter(page, server.address, dana, "/profile");
  const menu = page.getByRole("navigation", { name: "Screens" });
  await press(page, menu.getByRole("link", { name: /^Turbo/ }));
  await expect(page).toHaveURL(/^[^?]*\/turbo/);
  const picker = page.getByRole("combobox", { name: "Community" });
  await write(page, picker, "osp");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/turbo\?community=/);
  await expect(picker).toHaveValue("Osprey Lake");

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search" });
  await expect(palette.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("escala");
  await expect(palette.getByRole("menuitem", { name: /^Escalations/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/escalations");
});

test("the profile is edited by keyboard", async ({ page, server }) => {
  await enter(page, server.address, marcus, "/profile");
  const you = page.getByRole("region", { name: "You" });
  const phone = you.getByLabel("Phone");
  await tabTo(page, phone);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("+12025550123");
  await press(page, you.getByRole("button", { name: "Save" }));
  await expect(page.getByText("Profile saved.")).toBeVisible();
  await tabTo(page, page.getByRole("radio", { name: "System" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const vendors = page.getByRole("region", { name: "Preferred vendors" });
  await write(page, vendors.getByLabel("Add a vendor"), "Ace Plumbing");
  await page.keyboard.press("Enter");
  await press(page, vendors.getByRole("button", { name: "Save vendors" }));
  await expect(page.getByText("Vendors saved.")).toBeVisible();
});

test("a user is invited and a community edited by keyboard", async ({ page, server }) => {
  await enter(page, server.address, dana, "/admin?section=users");
  const invite = page.getByRole("button", { name: "Invite user" });
  await press(page, invite);
  const sheet = page.getByRole("dialog", { name: "Invite user" });
  await write(page, sheet.getByLabel("First name"), "Kim");
  await write(page, sheet.getByLabel("Last name"), "Sato");
  await write(page, sheet.getByLabel("Email"), "kim.sato@harborline.example");
  await tabTo(page, sheet.getByLabel("Job title"));
  await page.keyboard.type("Leas");
  await expect(sheet.getByLabel("Job title")).toHaveValue("Leasing");
  await press(page, sheet.getByRole("button", { name: "Send invitation" }));
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "Kim Sato" })).toContainText("Invited");

  await press(page, page.getByRole("button", { name: "More actions for Marcus Bell" }));
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "More actions for Marcus Bell" })).toBeFocused();

  const tabs = page.getByRole("navigation", { name: "Administration" });
  await press(page, tabs.getByRole("link", { name: "Communities" }));
  const lake = page.getByRole("button", { name: "Osprey Lake", exact: true });
  await press(page, lake);
  const change = page.getByRole("dialog", { name: "Osprey Lake" });
  await tabTo(page, change.getByLabel("Units"));
  await page.keyboard.press("Control+a");
  await page.keyboard.type("7");
  await press(page, change.getByRole("button", { name: "Save" }));
  await expect(change).toHaveCount(0);
  await expect(lake).toBeFocused();
  const row = page.getByRole("row").filter({ hasText: "Osprey Lake" });
  await expect(row.getByRole("cell").nth(1)).toHaveText("7");
});
