// The chat on the website of a community, which has an origin of its own.
import { snippet } from "../src/widget/snippet";
import { closeOffice, configureChat, openCommunityWebsite } from "./support/community-website";
import { findViolations } from "./support/screen-check";
import {
  ask,
  button,
  chat,
  covered,
  expect,
  field,
  log,
  openChat,
  test,
  title,
  vague,
} from "./support/visitor-chat";

// The server accepts ten chats of one network address in 15 minutes: each test begins one at most.
test.use({ dataset: "web-chat", mail: true });

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
