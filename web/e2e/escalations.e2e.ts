// The escalations screen: its panes, its drafts, and a low window.
import type { Page } from "@playwright/test";
import { expect, test } from "./support";
import { enter } from "./support/session";

test.use({ dataset: "escalations" });

const dana = "admin@harborline.example";
const words = "Yes, if it only sees your own doorway.";

const link = (page: Page) => page.getByRole("link", { name: /Priya Raman/ });
const desk = (page: Page) => page.getByRole("article", { name: "Escalation from Priya Raman" });

test("a low window collapses the training options and the preview", async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await enter(page, server.address, dana, "/escalations");
  await link(page).click();
  const thread = desk(page).getByRole("log");
  const answer = desk(page).getByLabel("Your answer");
  await expect.poll(async () => (await thread.boundingBox())?.height ?? 0).toBeGreaterThan(200);
  await answer.fill(words);
  const fold = desk(page).getByRole("button", { name: /^Training and notification/ });
  await expect(fold).toContainText(words);
  const text = desk(page)
    .getByRole("region", { name: "Notify the homeowner" })
    .locator(".exact-text");
  const act = desk(page).getByRole("button", { name: "Answer, train and notify" });
  await expect(text).toBeHidden();
  for (const part of [answer, fold, act]) await expect(part).toBeInViewport({ ratio: 1 });

  await fold.press("Enter");
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await expect(text).toContainText(words);
  for (const part of [text, fold, act]) await expect(part).toBeInViewport({ ratio: 1 });
  await fold.press("Enter");
  await expect(text).toBeHidden();

  // Editing the training question requires no expanding first.
  await desk(page).getByRole("button", { name: "Edit question" }).click();
  await expect(desk(page).getByLabel("Question", { exact: true })).toBeFocused();
  await desk(page).getByRole("button", { name: "Done" }).click();

  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(text, "a high window shows everything").toBeVisible();
  await expect(fold).toBeHidden();
});

test("a draft survives leaving the page, and Back returns to the previous page", async ({
  page,
  server,
}) => {
  await enter(page, server.address, dana, "/escalations?order=newest");
  await link(page).click();
  await expect(page).toHaveURL(/\bid=/);
  const answer = desk(page).getByLabel("Your answer");
  await answer.fill(words);
  await page.reload();
  await expect(answer).toHaveValue(words);
  await page.goBack();
  await expect(page).toHaveURL("/escalations?order=newest");
  await page.goForward();
  await expect(answer).toHaveValue(words);
});

test("on a phone Back returns from the escalation to the list", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, server.address, dana, "/escalations");
  await link(page).click();
  await expect(desk(page).getByLabel("Your answer")).toBeVisible();
  await expect(link(page)).toBeHidden();
  await page.goBack();
  await expect(link(page)).toBeVisible();
  await expect(desk(page)).toBeHidden();
});
