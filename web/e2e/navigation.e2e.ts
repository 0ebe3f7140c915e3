// The frame around every screen, to the pixel.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support";
import { enter } from "./support/session";

test.use({ dataset: "navigation" });

const dana = "admin@harborline.example";
const marcus = "manager@harborline.example";

/** Waits for a width, because a resized window is rendered a moment later. */
function widthOf(locator: Locator) {
  return expect.poll(async () => (await locator.boundingBox())?.width);
}

const picker = (page: Page) => page.getByRole("combobox", { name: "Community" });
const box = (page: Page) => page.locator(".community-picker");

test("bar, menu and picker have the specification's sizes, and the menu keeps its width after a reload", async ({
  page,
  server,
}) => {
  await enter(page, server.address, dana, "/turbo");
  const menu = page.getByRole("navigation", { name: "Screens" });
  await expect(menu).toBeVisible();
  await expect.poll(async () => (await page.getByRole("banner").boundingBox())?.height).toBe(64);
  await widthOf(menu).toBe(256);
  await expect(picker(page)).toBeVisible();
  await widthOf(box(page)).toBe(248);

  await page.getByRole("button", { name: "Collapse side menu" }).click();
  await widthOf(menu).toBe(80);
  const escalations = menu.getByRole("link", { name: /^Escalations/ });
  await escalations.hover();
  await expect(page.getByRole("tooltip")).toHaveText("Escalations");
  await page.reload();
  await expect(page.getByRole("button", { name: "Open side menu" })).toBeVisible();
  await widthOf(menu).toBe(80);
  await page.getByRole("button", { name: "Open side menu" }).click();
  await widthOf(menu).toBe(256);

  await expect(escalations.getByText("open")).toBeAttached();
  await escalations.click();
  await expect(box(page), "the screen has no community").toHaveCount(0);
  await page.getByRole("link", { name: "Parlor, home" }).click();
  await expect(page).toHaveURL("/turbo");
});

test("the user menu offers Profile, Admin to administrators, Logout and nothing else", async ({
  page,
  server,
}) => {
  for (const { email, name, items } of [
    { email: dana, name: "Dana Okafor, Administrator", items: ["Profile", "Admin", "Logout"] },
    { email: marcus, name: "Marcus Bell, Manager", items: ["Profile", "Logout"] },
  ]) {
    await enter(page, server.address, email, "/profile");
    await page.getByRole("button", { name }).click();
    await expect(page.getByRole("menuitem")).toHaveText(items);
    await page.getByRole("menuitem", { name: items[1] === "Admin" ? "Admin" : "Profile" }).click();
    await expect(page).toHaveURL(items[1] === "Admin" ? "/admin" : "/profile");
  }
});

test("the user menu opens by key at its first or last entry, and Escape returns the focus", async ({
  page,
  server,
}) => {
  await enter(page, server.address, dana, "/profile");
  const button = page.getByRole("button", { name: "Dana Okafor, Administrator" });
  for (const [key, name] of [
    ["Enter", "Profile"],
    ["ArrowDown", "Profile"],
    ["ArrowUp", "Logout"],
  ] as const) {
    await button.press(key);
    await expect(page.getByRole("menuitem", { name })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test("the picker filters while typing, shows details, remembers communities and is cleared", async ({
  page,
  server,
}) => {
  await enter(page, server.address, dana, "/turbo");
  await picker(page).click();
  const choices = page.getByRole("option");
  await expect(choices).toHaveCount(3);
  await expect(choices.filter({ hasText: "Vantaca" }).first()).toBeVisible();
  await picker(page).fill("osp");
  await expect(choices).toHaveCount(1);
  await choices.click();
  await expect(page).toHaveURL(/\/turbo\?community=/);
  await expect(picker(page)).toHaveValue("Osprey Lake");
  await expect(box(page)).toContainText("Vantaca");
  await widthOf(box(page)).toBe(248);

  await page.getByRole("button", { name: "Clear community" }).click();
  await expect(page).toHaveURL("/turbo?community=none");
  await expect(picker(page)).toHaveValue("");
  await picker(page).click();
  await expect(page.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveText(
    /Osprey Lake/,
  );
});

test("the palette finds screens, communities, people, homeowners, answers and conversations", async ({
  page,
  server,
}) => {
  await enter(page, server.address, dana, "/profile");
  // The page listens for shortcuts by the time its title is set.
  await expect(page).toHaveTitle("Profile · Parlor");
  const palette = page.getByRole("dialog", { name: "Search" });
  for (const [words, found, url] of [
    ["escala", /^Escalations/, "/escalations"],
    ["meridian", /The Meridian/, /\/turbo\?community=/],
    ["marcus", /Marcus Bell/, /\/admin\?section=users&open=/],
    ["audit", /^Audit trail/, "/admin?section=audit"],
    ["priya", /Priya Raman/, /\/omnichannel\?text=/],
  ] as const) {
    await page.keyboard.press("Control+k");
    // The screen behind it may have a search field too.
    await palette.getByRole("searchbox").fill(words);
    await palette.getByRole("menuitem", { name: found }).first().click();
    await expect(page).toHaveURL(url);
    await expect(palette).toHaveCount(0);
    if (words === "marcus") {
      await expect(page.getByRole("dialog", { name: "Marcus Bell" })).toBeVisible();
      await page.keyboard.press("Escape");
    }
  }
  // Users without access to the administration don't find people there.
  await enter(page, server.address, marcus, "/profile");
  await expect(page).toHaveTitle("Profile · Parlor");
  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox").fill("dana");
  await expect(page.getByText("No matches.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Shortcuts" })).toContainText("Ctrl K");
});

test("the first tab stop skips to the screen", async ({ page, server }) => {
  await enter(page, server.address, marcus, "/profile");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("on a phone the menu is a drawer, and nothing is wider than the window", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, server.address, dana, "/turbo");
  await page.getByRole("button", { name: "Open side menu" }).click();
  const drawer = page.getByRole("dialog", { name: "Side menu" });
  await expect(drawer.getByRole("link", { name: /^Turbo/ })).toBeVisible();
  await drawer.getByRole("link", { name: /^Escalations/ }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL("/escalations");
  for (const width of [360, 768, 1024, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(wide, { message: `at ${width} px` }).toBeLessThanOrEqual(width);
  }
});

test("on a phone a button opens the palette, and Ctrl-K opens it while the page loads", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, server.address, dana, "/profile");
  await page.getByRole("button", { name: "Search" }).click();
  const palette = page.getByRole("dialog", { name: "Search" });
  await expect(palette.getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);

  // The session loads slowly; until then only the placeholder of the frame is shown.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/GetCurrentUser*", async (route) => {
    await answered;
    await route.continue();
  });
  await page.reload();
  await expect(page.locator(".frame[aria-busy]")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("marc");
  answer();
  await palette.getByRole("menuitem", { name: /Marcus Bell/ }).click();
  await expect(page).toHaveURL(/\/admin\?section=users&open=/);
});
