// A visitor's browser with the chat of Harbor Row, on the website of the community.
import type { BrowserContext, FrameLocator, Page } from "@playwright/test";
import { snippet } from "../../src/widget/snippet";
import { type CommunityWebsite, configureChat, openCommunityWebsite } from "./community-website";
import { test as base, expect } from "./index";
import { enter } from "./session";

export { expect } from "./index";

type Fixtures = {
  /** A website that may show the chat of Harbor Row, and does. */
  website: CommunityWebsite;
};

export const title = "Chat with Harbor Row";
const settings = {
  title,
  greeting: "How can we help?",
  color: "#1f5f4a",
  isOnLeft: false,
  isOfficeHoursOnly: false,
};

export const test = base.extend<Fixtures>({
  website: [
    async ({ server }, use) => {
      const website = await openCommunityWebsite();
      const allowedOrigins = { origins: [website.origin] };
      const key = await configureChat(server.address, { ...settings, allowedOrigins });
      website.show(snippet(server.address, key));
      await use(website);
      await website.stop();
    },
    { scope: "test", auto: true },
  ],
  elsewhere: async ({ website }, use) => use([website.origin]),
});

export const dana = "admin@harborline.example";
export const covered = "how do i get a second parking permit";
export const vague = "parking";

export const button = (page: Page) => page.getByRole("button", { name: title });
export const chat = (page: Page) => page.frameLocator("#parlor-chat iframe");
export const log = (frame: FrameLocator) => frame.getByRole("log", { name: "Messages" });
export const field = (frame: FrameLocator) => frame.getByLabel("Your message");

/** Opens the website and its chat. */
export async function openChat(page: Page, website: CommunityWebsite): Promise<FrameLocator> {
  await page.goto(website.page);
  await button(page).click();
  await expect(field(chat(page))).toBeVisible();
  return chat(page);
}

export async function ask(frame: FrameLocator, words: string) {
  await field(frame).fill(words);
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await expect(log(frame)).toContainText(words);
}

/** Answers an open question in Escalations, on a page of its own. */
export async function answerAsStaff(
  context: BrowserContext,
  address: string,
  question: RegExp,
  answer: string,
) {
  const page = await context.newPage();
  await enter(page, address, dana, "/escalations?order=newest");
  const list = page.getByRole("region", { name: "Open escalations" });
  await list.getByRole("link", { name: question }).click();
  const desk = page.getByRole("article", { name: /^Escalation from/ });
  await expect(desk.getByRole("log")).toContainText(question);
  await desk.getByLabel("Your answer").fill(answer);
  await desk.getByRole("button", { name: "Answer, train and notify" }).click();
  await expect(list.getByRole("link", { name: question })).toHaveCount(0);
}
