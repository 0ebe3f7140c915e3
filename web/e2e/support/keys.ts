// Helpers to navigate a page by keyboard.

import { expect, type Locator, type Page } from "@playwright/test";

/** Maximum presses of Tab, because a list of answers may come before the target. */
const maxSteps = 400;

/** Presses Tab, or Shift+Tab, until the target has the focus. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
  await expect(target).toBeVisible();
  // The element and not its role, because other roles are hidden while the picker's list is open.
  const element = await target.elementHandle();
  for (let steps = 0; element && steps < maxSteps; steps += 1) {
    if (await element.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not reach ${target}`);
}

export async function press(page: Page, target: Locator, key = "Enter") {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Undoes an action with the keyboard once that is offered. */
export async function undo(page: Page) {
  await expect(page.getByRole("button", { name: /^Undo/ })).toHaveCount(1);
  await page.keyboard.press("z");
}

/** Reaches a field with Tab and types into it. */
export async function write(page: Page, field: Locator, words: string) {
  await tabTo(page, field);
  await page.keyboard.type(words);
  await expect(field).toHaveValue(words);
}
