// No screen, sheet or menu breaks a rule of WCAG 2.2 A and AA that a program can try, in either
// theme, narrow or wide; and nothing scrolls sideways. Screens and sections are taken from the
// menu and the tabs, so a new one is tried from its first day.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./support";
import { enter, goWithin } from "./support/enter";
import { issuePartner } from "./support/partner";

test.use({ scene: "accessible" });
// Each tries dozens of views four times.
test.describe.configure({ timeout: 900_000 });

const widths = [
  { width: 360, tried: true },
  { width: 390, tried: false },
  { width: 1280, tried: true },
  { width: 1600, tried: false },
];

const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** What colors decide; names, roles and sizes are the same in both themes. */
const ofColors = ["color-contrast", "link-in-text-block"];

type Try = (axe: AxeBuilder) => AxeBuilder;

const everything: Try = (axe) => axe.withTags(standard);
const colors: Try = (axe) => axe.withRules(ofColors);

async function faultsOf(page: Page, what: Try): Promise<string[]> {
  // There are no frames, so nothing is gathered over a second page. What React Aria has said
  // aloud stays for seven seconds, some of it named by a button that is gone by then.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude("[data-live-announcer]");
  // What passes is not spelled out, which is most of the work.
  const { violations } = await what(axe.options({ resultTypes: ["violations"] })).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => {
      const [, why = ""] = failureSummary.split("\n");
      return `${id}: ${target.join(" ")}: ${why.trim()}`;
    }),
  );
}

/** The page and what lies over it; a wide table has a box of its own to scroll in. */
function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("html, main, [role=dialog], [role=menu]")]
      .filter(
        (one) => one === document.documentElement || getComputedStyle(one).overflowX !== "visible",
      )
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => `scrolls sideways: ${one.tagName.toLowerCase()}.${one.className}`),
  );
}

/** Nothing is waited for any more, and the letters are there. */
async function settle(page: Page) {
  await expect(page.locator("[aria-busy=true], .skeleton")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Tries what is on the page now, without reading it again. */
async function look(page: Page, name: string, rules = everything) {
  await test.step(name, async () => {
    for (const { width, tried } of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: "light" });
      await settle(page);
      const at = `${name} at ${width} px`;
      // A table becomes cards after the window is narrow.
      await expect.soft.poll(() => sideways(page), { message: at }).toEqual([]);
      if (!tried) continue;
      expect.soft(await faultsOf(page, rules), at).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect.soft(await faultsOf(page, colors), `${at}, dark`).toEqual([]);
    }
  });
}

async function goTo(page: Page, path: string, name = path) {
  await goWithin(page, path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await look(page, name);
}

/** Opens something from the screen as it is now, tries it, and closes it. */
async function over(page: Page, name: string, open: () => Promise<void>, rules = everything) {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open();
  await look(page, name, rules);
  // The first may only empty a field.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
}

async function hrefsOf(page: Page, navigation: string): Promise<string[]> {
  await page.setViewportSize({ width: 1280, height: 900 });
  const links = page.getByRole("navigation", { name: navigation }).getByRole("link");
  await expect(links.first()).toBeVisible();
  return links.evaluateAll((all) =>
    all.map((one) => (one as HTMLAnchorElement).pathname + (one as HTMLAnchorElement).search),
  );
}

async function everySection(page: Page) {
  await goTo(page, "/admin");
  for (const path of await hrefsOf(page, "Administration")) await goTo(page, path);
}

test("a visitor's screens", async ({ page, server }) => {
  await page.goto("/login");
  await look(page, "login");
  await page.getByLabel("Email").fill("manager@harborline.example");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await look(page, "login, refused");

  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await look(page, "a new password");
  const email = "manager@harborline.example";
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("status")).toBeVisible();
  await look(page, "a new password, asked for");
  await expect.poll(() => server.mailsTo(email)).toHaveLength(1);
  const [mail = ""] = await server.mailsTo(email);
  await page.goto(/\/reset-password\/\S+/.exec(mail)?.[0] ?? "");
  await page.getByLabel("New password").fill("lantern cobalt");
  await look(page, "a new password, chosen");
  await goTo(page, "/reset-password/old", "a new password, too late");
});

test("the screens of a company on v3", async ({ page, server }) => {
  const { asked } = await issuePartner(server.address, "Elm Ledger");
  await enter(page, server.address, "admin@harborline.example", "/profile");
  const screens = (await hrefsOf(page, "Screens")).filter((path) => path !== "/admin");
  expect(screens).toContain("/turbo");
  for (const path of [...screens, "/profile", "/no-such-screen"]) await goTo(page, path);
  for (const step of ["recipients", "message", "review"]) {
    await goTo(page, `/textBlast?blast=blast-annual-meeting&step=${step}`, `a blast, ${step}`);
  }
  await goTo(page, "/textBlast?blast=blast-water-shutoff", "a blast that was sent");
  await goTo(page, `/oauth2/v1/auth?${asked}`, "an application asks");
  await goTo(page, "/oauth2/v1/auth?client_id=nobody", "an application that is not known");
});

test("the administration of a company, and what opens over it", async ({ page, server }) => {
  await enter(page, server.address, "admin@harborline.example", "/admin");
  await everySection(page);

  const acts = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
  const dialog = page.getByRole("dialog");
  await goWithin(page, "/admin?section=communities");
  await over(page, "a community", async () => {
    await acts(/^Osprey Lake$/);
    await expect(dialog.getByLabel("Homes")).toBeVisible();
  });
  await over(page, "the reason of a deletion", async () => {
    await acts(/^More (for|about) Osprey Lake/);
    await page.getByRole("menuitem", { name: /^Delete/ }).click();
    await expect(page.getByLabel("Reason")).toBeVisible();
  });
  await goWithin(page, "/admin?section=users");
  await over(page, "an invitation", async () => {
    await acts("Invite user");
    await acts("Send invitation");
    await expect(dialog.getByText("This field is required.").first()).toBeVisible();
  });
  await goWithin(page, "/admin?section=partners");
  await over(page, "a new credential", async () => {
    await acts("New credential");
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeVisible();
  });

  await goWithin(page, "/turbo");
  // A key that a closing sheet still gets is none of the page's.
  await expect(page.getByRole("heading", { name: "Which community?" })).toBeVisible();
  await over(page, "the shortcuts", async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Shortcuts" })).toBeVisible();
  });
  await over(page, "the user menu", async () => {
    await page.getByRole("button", { name: "Dana Okafor, Administrator" }).click();
    await expect(page.getByRole("menuitem").first()).toBeVisible();
  });
  // The arrow keys scroll the palette's list from its field, which keeps the focus.
  const fromField: Try = (axe) => everything(axe).disableRules("scrollable-region-focusable");
  const find = async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill("ma");
    await expect(page.getByRole("menuitem").first()).toBeVisible();
  };
  await over(page, "the palette", find, fromField);
  // While the list is open React Aria hides the rest from those who listen; whoever leaves the
  // field, with Tab too, closes the list and has the rest again.
  const alone: Try = (axe) => everything(axe).disableRules("aria-hidden-focus");
  const choose = async () => {
    await page.getByRole("combobox", { name: "Community" }).click();
    await expect(page.getByRole("option").first()).toBeVisible();
  };
  await over(page, "the picker's list", choose, alone);

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("main").getByRole("button", { name: "Harbor Row" }).click();
  await page.getByLabel("Ask as a resident would").fill("when is trash day");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByRole("button", { name: "Why: when is trash day" }).click();
  await look(page, "a community's answers, and why");
  await over(page, "answers from a file", async () => {
    await page.getByRole("button", { name: "Answers as a file" }).click();
    await page.getByRole("menuitem", { name: "Import a file" }).click();
    await expect(dialog.getByText("CSV or XLSX, up to 5 MB")).toBeVisible();
  });
});

test("a case, its answer and what is reviewed", async ({ page, server }) => {
  await enter(page, server.address, "manager@harborline.example", "/escalations");
  await page.getByRole("link", { name: /Priya Raman/ }).click();
  const desk = page.getByRole("article", { name: "Escalation from Priya Raman" });
  await desk.getByLabel("Your answer").fill("Yes, if it only sees your own doorway.");
  await look(page, "a case");
  await goTo(page, "/escalations?tab=reviewed");
});

test("the screens of a company with a knowledge base", async ({ page, server }) => {
  await enter(page, server.address, "admin@northgate.example", "/profile");
  const screens = (await hrefsOf(page, "Screens")).filter((path) => path !== "/admin");
  expect(screens).toContain("/answers");
  for (const path of screens) await goTo(page, path);
});

test("the administration of the platform", async ({ page, server }) => {
  await enter(page, server.address, "admin@parlor.example", "/admin");
  await everySection(page);
  await goWithin(page, "/admin");
  await over(page, "a new company", async () => {
    await page.getByRole("button", { name: "New company" }).click();
    await expect(page.getByRole("dialog").getByLabel("Legal name")).toBeVisible();
  });
  await over(page, "a company", async () => {
    await page.getByRole("button", { name: "Harborline Management", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Harborline Management" })).toBeVisible();
  });
  await goTo(page, "/knowledge-base-management");
  await over(page, "splitting an intent", async () => {
    await page.getByRole("button", { name: "Split" }).click();
    await expect(page.getByRole("dialog", { name: /^Split/ })).toBeVisible();
  });
  await over(page, "what communities lack", async () => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Knowledge gaps" }).click();
    await expect(page.getByRole("region", { name: "Unanswered questions" })).toBeVisible();
  });
  await goTo(page, "/playground");
});
