// Screens after staff have worked on them. PARLOR_PICTURE=1 also takes the README's screenshot.

import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { expect } from "../support";
import { checkScreen, settle } from "../support/screen-check";
import { enter } from "../support/session";
import { checkPath, test } from "./fixtures";

test.use({ dataset: "visual-overlays", viewport: { width: 1440, height: 900 } });
test.describe.configure({ timeout: 900_000 });

const readmePicture = resolve(import.meta.dirname, "../../../docs/escalations.png");

/** Asks on the test phone and waits for the bot's decision. */
async function ask(page: Page, text: string) {
  await page.getByLabel("Ask as a resident would").fill(text);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByRole("button", { name: `Why: ${text}` })).toBeVisible();
}

test("Turbo is accessible with questions on the test phone", async ({ page, server }) => {
  await enter(page, server.address, "admin@harborline.example", "/turbo");
  await page.getByRole("main").getByRole("button", { name: "Harbor Row" }).click();
  await ask(page, "how do i get a second parking permit");
  await ask(page, "can i keep a falcon on the roof");
  await ask(page, "when is trash day");
  await page.getByRole("button", { name: "Why: when is trash day" }).click();
  await checkScreen(page, "turbo-decision");
});

test("an escalation is accessible with a draft, and so are reviewed ones", async ({
  page,
  server,
}) => {
  await enter(page, server.address, "admin@harborline.example", "/escalations");
  await page.getByRole("link", { name: /Priya Raman/ }).click();
  // Until it is open, the first escalation would get the answer.
  const escalation = page.getByRole("article", { name: "Escalation from Priya Raman" });
  const draft = "Yes, if it only sees your own doorway. Tell the office before you drill.";
  await escalation.getByLabel("Your answer").fill(draft);
  await expect(page.getByRole("region", { name: "Notify the homeowner" })).toContainText(
    "Hi Priya, about your question: Yes, if it only sees your own doorway.",
  );
  await settle(page);
  if (process.env.PARLOR_PICTURE) await page.screenshot({ path: readmePicture });
  await checkScreen(page, "escalation-draft");
  await page.getByRole("radio", { name: /^Reviewed/ }).click();
  await expect(page.getByRole("region", { name: "Reviewed escalations" })).toBeVisible();
  await checkScreen(page, "escalations-reviewed");
});

test("a manager's reviewed escalations are accessible", async ({ page, server }) => {
  await enter(page, server.address, "manager@harborline.example", "/profile");
  await checkPath(page, "/escalations?tab=reviewed", "escalations-reviewed-manager");
});

test("a conversation is accessible", async ({ page, server }) => {
  await enter(page, server.address, "admin@parlor.example", "/messages");
  await page.getByRole("link", { name: /Terrence Boyd/ }).click();
  const conversation = page.getByRole("article", { name: "Conversation with Terrence Boyd" });
  await expect(conversation.getByRole("log")).toBeVisible();
  await checkScreen(page, "conversation");
});

test("the playground is accessible with a comparison", async ({ page, server }) => {
  const path = "/playground?community=community-fenwick-court";
  await enter(page, server.address, "admin@parlor.example", path);
  await page.getByRole("button", { name: "Use residents' recent questions" }).click();
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByRole("region", { name: "Comparison" })).toBeVisible();
  await checkScreen(page, "playground-comparison");
});

test("the test window is accessible with a question", async ({ page, server }) => {
  const path = "/testwindow?community=community-larkspur-commons";
  await enter(page, server.address, "admin@northgate.example", path);
  await ask(page, "when is trash day");
  await checkScreen(page, "testwindow-decision");
});
