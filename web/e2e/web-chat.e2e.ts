// The chat on the website of a community, which has an origin of its own.
import type { BrowserContext, FrameLocator, Page } from "@playwright/test";
import { snippet } from "../src/widget/snippet";
import { test as base, expect } from "./support";
import {
  type CommunityWebsite,
  closeOffice,
  configureChat,
  openCommunityWebsite,
} from "./support/community-website";
import { findViolations } from "./support/screen-check";
import { enter } from "./support/session";

type Fixtures = {
  /** A website that may show the chat of Harbor Row, and does. */
  website: CommunityWebsite;
};

const test = base.extend<Fixtures>({
  website: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern.
    async ({}, use) => {
      const website = await openCommunityWebsite();
      await use(website);
      await website.stop();
    },
    { scope: "test" },
  ],
  elsewhere: async ({ website }, use) => use([website.origin]),
});

// The server accepts ten chats of one network address in 15 minutes: each test begins one at most.
test.use({ dataset: "web-chat", mail: true });

const dana = "admin@harborline.example";
const covered = "how do i get a second parking permit";
const vague = "parking";
const open = "May my nephew fly his drone over the courtyard?";
const title = "Chat with Harbor Row";
const settings = {
  title,
  greeting: "How can we help?",
  color: "#1f5f4a",
  isOnLeft: false,
  isOfficeHoursOnly: false,
};

test.beforeEach(async ({ server, website }) => {
  const allowedOrigins = { origins: [website.origin] };
  const key = await configureChat(server.address, { ...settings, allowedOrigins });
  website.show(snippet(server.address, key));
});

const button = (page: Page) => page.getByRole("button", { name: title });
const chat = (page: Page) => page.frameLocator("#parlor-chat iframe");
const log = (frame: FrameLocator) => frame.getByRole("log", { name: "Messages" });
const field = (frame: FrameLocator) => frame.getByLabel("Your message");

/** Opens the website and its chat. */
async function openChat(page: Page, website: CommunityWebsite): Promise<FrameLocator> {
  await page.goto(website.page);
  await button(page).click();
  await expect(field(chat(page))).toBeVisible();
  return chat(page);
}

async function ask(frame: FrameLocator, words: string) {
  await field(frame).fill(words);
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await expect(log(frame)).toContainText(words);
}

/** Answers an open question in Escalations, on a page of its own. */
async function answerAsStaff(
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

test("a visitor asks and gets the bot's answer, and a reload keeps the chat", async ({
  page,
  website,
}) => {
  const frame = await openChat(page, website);
  await expect(frame.getByRole("heading", { name: title })).toBeVisible();
  await expect(frame.getByText("How can we help?")).toBeVisible();
  await expect(field(frame)).toBeFocused();
  await ask(frame, covered);
  await expect(log(frame)).toContainText("A second one is $40 a month");
  await field(frame).fill("And the third");

  await page.reload();
  await expect(log(frame), "opened on the previous page").toContainText("$40 a month");
  await expect(log(frame)).toContainText(covered);
  await expect(field(frame), "nothing typed is lost").toHaveValue("And the third");
});

test("an ambiguous question is answered after a choice", async ({ page, website }) => {
  const frame = await openChat(page, website);
  await ask(frame, vague);
  const choices = frame.getByRole("group", { name: "Did you mean" });
  await choices.getByRole("button", { name: "How do I get a second parking permit?" }).click();
  await expect(log(frame)).toContainText("How do I get a second parking permit?");
  await expect(log(frame)).toContainText("A second one is $40 a month");
  await expect(choices).toBeHidden();
  await expect(field(frame)).toBeFocused();
});

test("staff answer in Escalations, and the visitor gets it in the chat", async ({
  page,
  context,
  server,
  website,
}) => {
  const frame = await openChat(page, website);
  await ask(frame, open);
  await expect(frame.getByRole("status")).toHaveText("Someone will reply here.");
  await answerAsStaff(context, server.address, /drone/, "No. See https://harbor-row.example/air.");

  await page.bringToFront();
  await expect(log(frame)).toContainText("Harbor Row staff");
  const link = log(frame).getByRole("link", { name: "https://harbor-row.example/air" });
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  await expect(frame.getByRole("status")).toBeHidden();
});

test("a visitor leaves an email address, and the button announces what comes while the chat is closed", async ({
  page,
  context,
  server,
  website,
}) => {
  const frame = await openChat(page, website);
  await ask(frame, "May I keep two beehives on my balcony?");
  await frame.getByRole("textbox", { name: "Email" }).fill("kim@visitors.example");
  await frame.getByRole("button", { name: "Email me" }).click();
  await expect(frame.getByText(/we'll email the reply to kim@visitors\.example/)).toBeVisible();
  await frame.getByRole("button", { name: "Close chat" }).click();
  await expect(button(page)).toBeFocused();
  const answer = "No, but the roof has room for one.";
  await answerAsStaff(context, server.address, /beehives/, answer);
  await page.bringToFront();
  const unread = page.getByRole("button", { name: `${title}, 1 new message` });
  await unread.click();
  await expect(log(frame)).toContainText(answer);
});

test("a message that could not be sent is kept and sent again", async ({ page, website }) => {
  const frame = await openChat(page, website);
  await page.route("**/webChat/start", (route) => route.abort());
  await ask(frame, covered);
  await expect(frame.getByRole("alert")).toContainText("Not sent.");
  await page.unroute("**/webChat/start");
  await frame.getByRole("button", { name: "Try again" }).click();
  await expect(log(frame)).toContainText("A second one is $40 a month");
  await expect(log(frame).getByText(covered)).toHaveCount(1);
});

test("outside of office hours a visitor leaves an email address", async ({
  page,
  server,
  website,
}) => {
  await closeOffice(server.address);
  await configureChat(server.address, { isOfficeHoursOnly: true });
  const frame = await openChat(page, website);
  await expect(frame.getByText(/^The office is closed\. It opens /)).toBeVisible();
  await field(frame).fill("Is the gate open on Sunday nights?");
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await expect(frame.getByRole("alert")).toContainText("Enter your email address");
  const email = frame.getByRole("textbox", { name: "Email" });
  await expect(email).toBeFocused();
  await email.fill("kim@visitors.example");
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  await expect(log(frame)).toContainText("Is the gate open on Sunday nights?");
  await expect(email).toBeHidden();
});

test("a website that is not allowed shows nothing", async ({ browser, server, website }) => {
  const stranger = await openCommunityWebsite();
  const allowedOrigins = { origins: [website.origin] };
  const key = await configureChat(server.address, { allowedOrigins });
  stranger.show(snippet(server.address, key));
  // The browser reports the refused frame as an error of the page.
  const context = await browser.newContext();
  const page = await context.newPage();
  const refused = page.waitForEvent("console", (line) => /frame-ancestors/.test(line.text()));
  await page.goto(stranger.page);
  await refused;
  await expect(page.locator("#parlor-chat iframe")).toBeAttached();
  await expect(page.getByRole("button")).toHaveCount(0);
  await context.close();
  await stranger.stop();
});

test("a chat that is disabled shows nothing", async ({ page, server, website }) => {
  await configureChat(server.address, { isEnabled: false });
  const missing = page.waitForResponse((response) => response.status() === 404);
  await page.goto(website.page);
  await missing;
  await expect(page.getByRole("button")).toHaveCount(0);
});

test("the chat is used by keyboard alone", async ({ page, website }) => {
  await page.goto(website.page);
  await expect(button(page)).toBeVisible();
  await page.getByRole("link", { name: "Rules" }).focus();
  await page.keyboard.press("Tab");
  await expect(button(page)).toBeFocused();
  await page.keyboard.press("Enter");
  const frame = chat(page);
  await expect(field(frame)).toBeFocused();
  await page.keyboard.type(vague);
  await page.keyboard.press("Enter");
  const choice = frame.getByRole("button", { name: "How do I get a second parking permit?" });
  await expect(choice).toBeVisible();
  for (let steps = 0; steps < 9; steps += 1) {
    if (await choice.evaluate((one) => one === document.activeElement)) break;
    await page.keyboard.press("Shift+Tab");
  }
  await expect(choice).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(log(frame)).toContainText("A second one is $40 a month");
  await page.keyboard.press("Escape");
  await expect(button(page)).toBeFocused();
  await expect(button(page)).toHaveAttribute("aria-expanded", "false");
});

test("the chat is accessible in both themes, and on a phone it fills the page", async ({
  page,
  website,
}) => {
  const frame = await openChat(page, website);
  await ask(frame, vague);
  await expect(frame.getByRole("group", { name: "Did you mean" })).toBeVisible();
  const content = page.frames().find((one) => one.url().includes("/chat/"));
  if (!content) throw new Error("The chat has no frame");
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const part of [page, content])
        expect(await findViolations(part), `${width} px, ${colorScheme}`).toEqual([]);
    }
    const overflow = await content.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(overflow, `scrolls sideways at ${width} px`).toBe(0);
  }
  const box = await page.locator("#parlor-chat iframe").boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  await expect(button(page), "the chat covers it").toBeHidden();
  await frame.getByRole("button", { name: "Close chat" }).click();
  await expect(button(page)).toBeFocused();
});

test("staff try the chat in a tab of its own", async ({ page, server }) => {
  const key = await configureChat(server.address, {});
  await page.goto(`/chat/${key}`);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByRole("button", { name: "Close chat" })).toHaveCount(0);
  await page.getByLabel("Your message").fill(covered);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log")).toContainText("A second one is $40 a month");
  expect(await findViolations(page)).toEqual([]);
});
