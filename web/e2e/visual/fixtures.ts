// Tests of screens with controlled responses, and the states that every screen has.

import type { Page } from "@playwright/test";
import { test as base, expect } from "../support";
import { RpcStub } from "../support/rpc-stub";
import {
  checkScreen,
  compare,
  compareLoaded,
  findViolations,
  settle,
  wide,
} from "../support/screen-check";
import { goWithin } from "../support/session";

export const test = base.extend<{ stub: RpcStub }>({
  stub: async ({ page, server }, use) => {
    await use(await RpcStub.install(page, server.address));
    // Calls still running at the end of a test don't matter.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
});

export type Screen = {
  name: string;
  path: string;
  title: string;
  /** Opens the screen as a user does. Defaults to opening its address. */
  open?: (page: Page) => Promise<void>;
  /** The calls that fill the screen. They are held, then fail, then succeed. */
  reads?: readonly string[];
  /** The calls that get an empty response. Defaults to all of `reads`. */
  empties?: readonly string[];
};

export const notFound: Screen = { name: "not-found", path: "/no-such-screen", title: "404" };

async function openScreen(page: Page, { path, title, open }: Screen) {
  await (open ? open(page) : goWithin(page, path));
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
}

/** Presses "Try again" until no button is left. */
async function tryAgain(page: Page) {
  const again = page.getByRole("main").getByRole("button", { name: "Try again", exact: true });
  for (let left = await again.count(); left > 0; left = await again.count()) {
    await again.first().press("Enter");
    await expect.poll(() => again.count()).toBeLessThan(left);
    await settle(page);
  }
  // Focusing a button scrolled the screen to its last failed part.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll("main, main *")) one.scrollTop &&= 0;
  });
}

/** Checks a transient state at one width and in one theme. */
export async function checkState(page: Page, name: string) {
  expect.soft(await findViolations(page), name).toEqual([]);
  await compare(page, name, page.getByRole("main"));
}

/** Checks loading, failure, and success after another attempt. Nothing is cached before. */
async function checkLoading(page: Page, stub: RpcStub, screen: Screen) {
  const { name, reads } = screen;
  const main = page.getByRole("main");
  if (!reads) await openScreen(page, screen);
  else {
    await stub.set("hold", reads);
    await openScreen(page, screen);
    // At narrow widths some placeholders are hidden.
    await expect(main.locator(".skeleton").filter({ visible: true }).first()).toBeVisible();
    await compare(page, `${name}-loading`, main);
    await stub.set("fail", reads);
    await expect(main.getByRole("alert").first()).toBeVisible();
    await settle(page);
    await checkState(page, `${name}-failed`);
    await stub.reset();
    await tryAgain(page);
  }
  await settle(page);
  await compareLoaded(page, name, main);
  await checkScreen(page, name);
}

/** Checks every state of the screens; loads the page only twice. */
export async function checkScreens(page: Page, stub: RpcStub, screens: readonly Screen[]) {
  await page.setViewportSize(wide);
  for (const screen of screens)
    await base.step(screen.name, () => checkLoading(page, stub, screen));
  await stub.set(
    "empty",
    screens.flatMap(({ reads = [], empties = reads }) => empties),
  );
  await page.reload();
  for (const screen of screens) {
    const { reads = [], empties = reads } = screen;
    if (empties.length === 0) continue;
    await openScreen(page, screen);
    await settle(page);
    await checkState(page, `${screen.name}-empty`);
  }
  await stub.reset();
}

/** The URLs of a navigation's links. */
export async function findLinks(page: Page, navigation: string): Promise<string[]> {
  const links = page.getByRole("navigation", { name: navigation }).getByRole("link");
  await expect(links.first()).toBeVisible();
  return links.evaluateAll((all) =>
    all.map((one) => (one as HTMLAnchorElement).pathname + (one as HTMLAnchorElement).search),
  );
}

/** Opens an address and checks what it shows. */
export async function checkPath(page: Page, path: string, name = path) {
  await goWithin(page, path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await checkScreen(page, name);
}

/** Checks the menu's screens that are not listed, so that new ones are never left out. */
export async function checkOtherScreens(page: Page, screens: readonly Screen[]) {
  await page.reload();
  const checked = new Set(screens.map(({ path }) => path.split("?")[0]));
  for (const path of await findLinks(page, "Screens")) {
    if (path !== "/admin" && !checked.has(path.split("?")[0])) await checkPath(page, path);
  }
}

export async function checkEverySection(page: Page) {
  await checkPath(page, "/admin");
  for (const path of await findLinks(page, "Administration")) await checkPath(page, path);
}

/** Opens an overlay on the current screen, checks it and closes it. */
export async function checkOverlay(
  page: Page,
  name: string,
  open: () => Promise<void>,
  without: readonly string[] = [],
) {
  await open();
  // A modal hides the page's main heading from screen readers.
  await checkScreen(page, name, [...without, "page-has-heading-one"]);
  // The first key may only clear a field.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
}

/** Clicks the first of the buttons with a name. */
export const clickFirst = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).first().click();
