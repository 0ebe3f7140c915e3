// The layout of the screens at 1440, 1024 and 390 px: what is visible, on one line, and named.
import type { Locator } from "@playwright/test";
import { expect, test } from "./support";
import { enter, goWithin } from "./support/session";

test.use({ dataset: "layout" });

const dana = "admin@harborline.example";
const harbor = "/turbo?community=community-harbor-row";

const desktop = { width: 1440, height: 900 };
const tablet = { width: 1024, height: 768 };
const phone = { width: 390, height: 844 };

const heightOf = async (place: Locator) => (await place.boundingBox())?.height ?? 0;

test("at 1440 px the first answer of Turbo is above y = 560", async ({ page, server }) => {
  await page.setViewportSize(desktop);
  await enter(page, server.address, dana, harbor);
  const first = page.getByRole("list", { name: "Answers" }).getByRole("listitem").first();
  await expect(first).toBeVisible();
  // Wait for the section above the answers, because it loads after them.
  await expect(page.getByRole("region", { name: "Unanswered questions" })).toBeVisible();
  await expect(page.getByText("answers may conflict")).toBeVisible();
  await expect.poll(async () => (await first.boundingBox())?.y ?? 0).toBeLessThan(560);
});

test("at 1024 px the menu is a drawer, Turbo's header is one line and its search is wide", async ({
  page,
  server,
}) => {
  await page.setViewportSize(tablet);
  await enter(page, server.address, dana, harbor);
  await expect(page.getByRole("list", { name: "Answers" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Screens" })).toHaveCount(0);
  expect(await heightOf(page.locator(".screen-head"))).toBeLessThan(72);
  const search = await page
    .getByRole("searchbox", { name: "Find in questions and answers" })
    .boundingBox();
  expect(search?.width ?? 0).toBeGreaterThan(400);
  for (const line of await page.locator(".strip :is(h2, .strip__line)").all()) {
    expect(await heightOf(line), await line.innerText()).toBeLessThan(28);
  }
  await page.getByRole("button", { name: "Open side menu" }).click();
  await expect(page.getByRole("dialog", { name: "Side menu" })).toBeVisible();
});

test("Turbo keeps the selected community in the URL after a reload and from another screen", async ({
  page,
  server,
}) => {
  await enter(page, server.address, dana, "/turbo?community=none");
  await page.getByRole("main").getByRole("button", { name: "Osprey Lake" }).click();
  await expect(page).toHaveURL(/community=/);
  const picked = page.url();
  await page.reload();
  await expect(page).toHaveURL(picked);
  await goWithin(page, "/profile");
  await page
    .getByRole("navigation", { name: "Screens" })
    .getByRole("link", { name: /^Turbo/ })
    .click();
  await expect(page).toHaveURL(picked);
});

test("a setting of the administration is found by what its section contains", async ({
  page,
  server,
}) => {
  await enter(page, server.address, dana, "/admin?section=communities");
  const menu = page.getByRole("navigation", { name: "Administration" });
  await expect(menu.getByRole("link", { name: "Communities" })).toContainText("3");
  const row = page.getByRole("row").filter({ hasText: "Harbor Row" });
  await expect(row).toContainText("100%");
  await menu.getByLabel("Find a setting").fill("twilio");
  await expect(menu.getByRole("link")).toHaveText(["Texting"]);
  await menu.getByRole("link").click();
  await expect(page).toHaveURL("/admin?section=texting");
});

test("on a phone an opened escalation has the main heading", async ({ page, server }) => {
  await page.setViewportSize(phone);
  await enter(page, server.address, dana, "/escalations");
  await page
    .getByRole("region", { name: "Open escalations" })
    .getByRole("link", { name: /Priya Raman/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Priya Raman/);
});

test("a draft's bar shows title, badges and actions in full at 1440 px", async ({
  page,
  server,
}) => {
  await page.setViewportSize(desktop);
  await enter(page, server.address, dana, "/writingAssistant");
  const brief = page.getByRole("form", { name: "Brief" });
  await brief
    .getByLabel("What it should say")
    .fill("Gate repair. The gate of the north garage is repaired on Monday.");
  await brief.getByRole("button", { name: "Write draft" }).click();
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  const bar = page.locator(".sheet-bar");
  await expect(bar.getByText("Gate repair", { exact: true })).toBeVisible();
  expect(await heightOf(bar.getByText("Version 1"))).toBeLessThan(24);
  expect(await heightOf(bar)).toBeLessThan(96);
  // Nothing covers the last action.
  await bar.getByRole("button", { name: "Delete draft" }).click({ trial: true });
});

test("at 768 px the filters of the inbox show their choices in full", async ({ page, server }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await enter(page, server.address, dana, "/omnichannel");
  const filters = page
    .getByRole("region", { name: "Conversations", exact: true })
    .getByRole("combobox");
  await expect(filters).toHaveCount(4);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const cut = await filters.evaluateAll((selects) =>
    selects.flatMap((select) => {
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
      const pen = document.createElement("canvas").getContext("2d");
      const choice = (select as HTMLSelectElement).selectedOptions[0]?.text ?? "";
      if (!pen) return ["no canvas"];
      pen.font = font;
      const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
      return pen.measureText(choice).width > select.clientWidth - padding ? [choice] : [];
    }),
  );
  expect(cut).toEqual([]);
});

test("a disabled button shows its reason", async ({ page, server }) => {
  await enter(page, server.address, dana, "/profile");
  const save = page.getByRole("button", { name: "Save" }).first();
  await expect(save).toBeDisabled();
  await expect(save).toHaveAccessibleDescription("There are no changes to save");
});

test("the restricted view has a menu", async ({ page, server }) => {
  await enter(page, server.address, "blaster@harborline.example", "/");
  const menu = page.getByRole("navigation", { name: "Screens" });
  await expect(menu.getByRole("link")).toHaveText(["Parlor Blaster"]);
});
