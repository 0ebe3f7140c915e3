// Checks one state of a screen: accessibility in both themes, overflow at every width, and a
// screenshot. Only canary screenshots are compared; PARLOR_PICTURES=1 writes all of them to
// test-results/screens.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Locator, type Page, test } from "@playwright/test";
import type * as Axe from "axe-core";

export const wide = { width: 1280, height: 720 };

/** Viewport widths in px. Axe runs where `hasAxe` is set. */
const widths = [
  { width: 360, hasAxe: true },
  { width: 390, hasAxe: false },
  { width: 768, hasAxe: false },
  { width: 1280, hasAxe: true },
  { width: 1440, hasAxe: false },
  { width: 1600, hasAxe: false },
];
const pictureWidths = [390, 1440];

/** The screenshots that are compared; each is a file in visual/pictures. */
const canaries = new Set([
  "admin-companies-full",
  "answers-full",
  "answers-full-phone",
  "blasts-full",
  "conversations-full",
  "escalations-failed",
  "escalations-full",
  "frame-full",
  "frame-full-phone",
  "login-full",
  "oauth-full",
  "profile-full-phone",
  "testwindow-empty",
  "turbo-full",
  "turbo-loading",
]);

const pictureFolder = resolve(import.meta.dirname, "../../test-results/screens");
const writesPictures = Boolean(process.env.PARLOR_PICTURES);

const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Rules that belong to no standard's tag. */
const moreRules = ["heading-order", "page-has-heading-one", "label-content-name-mismatch"];
/** Rules whose result depends on colors. All others have the same result in both themes. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** Returns violations of a page or frame: of the standards without some rules, or of the color rules alone. */
export async function findViolations(
  page: Pick<Page, "evaluate">,
  { without = [], onlyColors = false }: { without?: readonly string[]; onlyColors?: boolean } = {},
): Promise<string[]> {
  const axeRules = Object.fromEntries([
    ...moreRules.map((rule) => [rule, { enabled: true }]),
    ...without.map((rule) => [rule, { enabled: false }]),
  ]);
  const options: Axe.RunOptions = {
    // Reporting passed rules would take most of the time.
    resultTypes: ["violations"],
    ...(onlyColors
      ? { runOnly: { type: "rule", values: colorRules } }
      : { runOnly: { type: "tag", values: standards }, rules: axeRules }),
  };
  // Once per page, because it is half a megabyte.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  // Announcements of React Aria stay for seven seconds, some of them labeled by a button that is
  // gone by then.
  const violations = await page.evaluate(
    (options) =>
      (window as unknown as { axe: typeof Axe }).axe
        .run({ exclude: ["[data-live-announcer]"] }, options)
        .then((results) => results.violations),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => {
      const [, reason = ""] = failureSummary.split("\n");
      return `${id}: ${target.join(" ")}: ${reason.trim()}`;
    }),
  );
}

/**
 * Elements of the page and of overlays that scroll sideways. Wide tables have their own scroller.
 */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("html, main, [role=dialog], [role=menu]")]
      .filter(
        (one) => one === document.documentElement || getComputedStyle(one).overflowX !== "visible",
      )
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => `scrolls sideways: ${one.tagName.toLowerCase()}.${one.className}`),
  );
}

/** The frame of a screen when it leaves the window: the top bar stays, and only parts below it scroll. */
function findLongPage(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (!document.querySelector(".frame")) return [];
    const isLarger = scrollWidth > innerWidth || scrollHeight > innerHeight;
    return isLarger ? [`the page is ${scrollWidth} x ${scrollHeight} px`] : [];
  });
}

async function findMisfits(page: Page): Promise<string[]> {
  return [...(await findOverflow(page)), ...(await findLongPage(page))];
}

/** Waits until everything has loaded, fonts included. */
export async function settle(page: Page) {
  await expect(page.locator("[aria-busy=true], .skeleton")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Compares the screenshot if it is a canary, and writes it if requested. */
export async function compare(page: Page, name: string, area: Locator | Page = page) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  if (canaries.has(name)) await expect(area).toHaveScreenshot(`${name}.png`);
  else if (writesPictures) await area.screenshot({ path: `${pictureFolder}/${name}.png` });
}

/** Compares the canaries of a loaded screen: wide and light, then narrow and dark. */
export async function compareLoaded(page: Page, name: string, area?: Locator) {
  if (canaries.has(`${name}-full`)) await compare(page, `${name}-full`, area);
  if (!canaries.has(`${name}-full-phone`)) return;
  await page.setViewportSize({ width: 390, height: wide.height });
  await page.emulateMedia({ colorScheme: "dark" });
  await settle(page);
  await compare(page, `${name}-full-phone`, area);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(wide);
}

async function writePictures(page: Page, name: string, width: number) {
  if (!writesPictures || !pictureWidths.includes(width)) return;
  const file = `${pictureFolder}/${name.replaceAll(/\W+/g, "-")}-${width}`;
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${file}-${colorScheme}.png` });
  }
}

/** Checks the current content of the page, without reloading it. */
export async function checkScreen(page: Page, name: string, without: readonly string[] = []) {
  await test.step(name, async () => {
    for (const { width, hasAxe } of widths) {
      await page.setViewportSize({ width, height: 900 });
      await settle(page);
      const message = `${name} at ${width} px`;
      // A table becomes cards only after the window is narrow.
      await expect.soft.poll(() => findMisfits(page), { message }).toEqual([]);
      await writePictures(page, name, width);
      if (!hasAxe) continue;
      expect.soft(await findViolations(page, { without }), message).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect.soft(await findViolations(page, { onlyColors: true }), `${message}, dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    }
    await page.setViewportSize(wide);
  });
}
