// The chat on the website of a community, with staff who answer and read it.
import { snippet } from "../src/widget/snippet";
import {
  configureChat,
  createSigningSecret,
  shareBalance,
  signVisitor,
} from "./support/community-website";
import { findViolations } from "./support/screen-check";
import { enter } from "./support/session";
import {
  answerAsStaff,
  ask,
  button,
  covered,
  dana,
  expect,
  log,
  openChat,
  test,
  title,
} from "./support/visitor-chat";

// The server accepts ten chats of one network address in 15 minutes: each test begins one at most.
test.use({ dataset: "web-chat-staff", mail: true });

/** A PNG of one pixel, in base64. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("staff answer in Escalations, and the visitor gets it in the chat", async ({
  page,
  context,
  server,
  website,
}) => {
  const frame = await openChat(page, website);
  await ask(frame, "May my nephew fly his drone over the courtyard?");
  const notice = frame.locator('.notice[role="status"]');
  await expect(notice).toHaveText("Someone will reply here.");
  await answerAsStaff(context, server.address, /drone/, "No. See https://harbor-row.example/air.");

  await page.bringToFront();
  await expect(log(frame)).toContainText("Harbor Row staff");
  const link = log(frame).getByRole("link", { name: "https://harbor-row.example/air" });
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  await expect(notice).toBeHidden();
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

test("a visitor who is signed in on the website learns their balance, and staff see who they are", async ({
  page,
  context,
  server,
  website,
}) => {
  const email = "ann.kowalski@visitors.example";
  await shareBalance(server.address, email);
  const key = await configureChat(server.address, {});
  const secret = await createSigningSecret(server.address);
  const visitor = signVisitor(secret, key, email);
  website.show(snippet(server.address, key).replace("></script>", ` ${visitor}></script>`));
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const frame = await openChat(page, website);
  await ask(frame, "what is my balance");
  await expect(log(frame)).toContainText("You owe $40.00");
  expect(addresses.filter((address) => /signature|kowalski/.test(address))).toEqual([]);

  const desk = await context.newPage();
  await enter(desk, server.address, dana, "/webChat?tab=chats");
  const chat = desk.getByRole("article", { name: "Web chat with Ann Kowalski" });
  await expect(chat.getByText("Signed in on the website", { exact: true })).toBeVisible();
  await expect(chat.getByText("4B", { exact: true })).toBeVisible();
  expect(await findViolations(desk)).toEqual([]);
});

test("a visitor sends a photo, which staff see beside the question, and staff answer with one", async ({
  page,
  context,
  server,
  website,
}) => {
  const frame = await openChat(page, website);
  const buffer = Buffer.from(pixel, "base64");
  await frame
    .getByLabel("Add photos")
    .setInputFiles({ name: "gate.png", mimeType: "image/png", buffer });
  await expect(frame.getByRole("list", { name: "Photos to send" })).toBeVisible();
  for (const part of page.frames()) expect(await findViolations(part)).toEqual([]);
  await frame.getByRole("button", { name: "Send", exact: true }).click();
  const photo = log(frame).getByRole("link", { name: "Photo from you" });
  await expect(photo).toHaveAttribute("href", /\/files\//);
  // The page's policy allows it, and the link opens it.
  const width = () =>
    photo.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await expect(log(frame)).toContainText("I'm asking the");

  const staff = await context.newPage();
  await enter(staff, server.address, dana, "/escalations?order=newest");
  const list = staff.getByRole("region", { name: "Open escalations" });
  await list.getByRole("link", { name: /\(photo\)/ }).click();
  const desk = staff.getByRole("article", { name: /^Escalation from/ });
  await desk.getByRole("button", { name: "View photo from the visitor" }).click();
  await expect(staff.getByRole("img", { name: "Photo from the visitor" })).toBeVisible();
  await staff.keyboard.press("Escape");

  await desk
    .getByLabel("Attach a photo")
    .setInputFiles({ name: "latch.png", mimeType: "image/png", buffer });
  await expect(desk.getByRole("img", { name: "latch.png" })).toBeVisible();
  expect(await findViolations(staff)).toEqual([]);
  await desk.getByLabel("Your answer").fill("It is this latch.");
  await desk.getByRole("checkbox", { name: "Train the bot" }).uncheck();
  await desk.getByRole("button", { name: "Answer and notify" }).click();
  await page.bringToFront();
  await expect(log(frame)).toContainText("It is this latch.");
  await expect(log(frame).getByRole("link", { name: /^Photo from .* staff$/ })).toBeVisible();
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
