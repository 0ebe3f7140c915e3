// One inbox for texts, emails and web chats: staff answer a homeowner's email by email and by text,
// and a visitor in the web chat.
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { Page } from "@playwright/test";
import { SendEmailDraftRequestSchema } from "../src/gen/parlor/v1/outgoing_email_service_pb";
import { expect, test } from "./support";
import { configureChat } from "./support/community-website";
import { writeAsHomeowner } from "./support/homeowner-email";
import { call } from "./support/resident";
import { enter } from "./support/session";

test.use({ dataset: "inbox" });

const staff = "admin@harborline.example";

const list = (page: Page) => page.getByRole("region", { name: "Conversations", exact: true });
const emailField = (page: Page) => page.getByRole("textbox", { name: "Your email", exact: true });

const nadia = {
  to: "Osprey Lake office",
  name: "Nadia Rahman",
  address: "nadia.rahman@inbox.example",
};

/**
 * Keeps Undo open however slow the machine is: the page's time stands still, so that its toast stays,
 * and the server sends the page's emails in an hour instead of in 10 seconds. Call it before the
 * page loads. `skipTime` lets two seconds pass in the page, as its lists refresh at most once a
 * second; `resumeTime` lets its time run again.
 */
async function keepUndoOpen(page: Page) {
  let time = Date.now();
  await page.clock.setFixedTime(time);
  await page.route("**/SendEmailDraft", async (route) => {
    const body = route.request().postDataBuffer() ?? Buffer.alloc(0);
    // A flag and the length come before the message.
    const request = fromBinary(SendEmailDraftRequestSchema, body.subarray(5));
    request.sendAt = timestampFromMs(Date.now() + 3_600_000);
    const message = toBinary(SendEmailDraftRequestSchema, request);
    const head = Buffer.alloc(5);
    head.writeUInt32BE(message.length, 1);
    await route.continue({ postData: Buffer.concat([head, message]) });
  });
  return {
    skipTime: async () => {
      time += 2_000;
      await page.clock.setFixedTime(time);
    },
    resumeTime: () => page.clock.setSystemTime(Math.max(time + 2_000, Date.now())),
  };
}

test("a homeowner's email is answered by email with a canned reply, and by text", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const email = { subject: "Heron nest", text: "There is a heron nest on my dock." };
  await writeAsHomeowner(page, server.address, { ...nadia, ...email });
  await page.getByRole("link", { name: "Omnichannel" }).click();
  await list(page)
    .getByRole("link", { name: /Heron nest/ })
    .click();
  const talk = page.getByRole("article", { name: "Email from Nadia Rahman" });
  await expect(talk.getByText("There is a heron nest on my dock.")).toBeVisible();
  const card = page.getByRole("complementary", { name: "About Nadia Rahman" });
  await expect(card.getByText("42 Osprey Loop")).toBeVisible();
  await expect(card.getByText("(571) 555-0131")).toBeVisible();
  await expect(card.getByText("$285.00")).toBeVisible();
  await expect(card.getByRole("link", { name: "Streetlight by the mailboxes" })).toBeVisible();

  await talk.getByRole("button", { name: "Reply", exact: true }).click();
  await emailField(page).press("End");
  await emailField(page).pressSequentially("/rec");
  await expect(page.getByRole("option", { name: /We received it/ })).toBeVisible();
  await emailField(page).press("Enter");
  await expect(emailField(page)).toHaveValue(
    /^Hi Nadia, thanks for letting us know\..*Dana Okafor$/,
  );
  await talk.getByRole("button", { name: "Send email" }).click();
  await expect(page.getByText("Email to Nadia Rahman.")).toBeVisible();

  await talk.getByRole("radio", { name: "Text" }).click();
  await expect(talk.getByText("to (571) 555-0131")).toBeVisible();
  await talk.getByLabel("Your reply").fill("We sent you an email about the nest.");
  await talk.getByRole("button", { name: "Send text" }).click();
  await expect(page.getByText(/^Texting Nadia Rahman/)).toBeVisible();
  await card.getByRole("link", { name: /We sent you an email about the nest/ }).click();
  const text = page.getByRole("article", { name: "Conversation with Nadia Rahman" });
  await expect(text.getByRole("log")).toContainText("We sent you an email about the nest.");
});

test("filters stay in the URL, and resolved conversations move to their list", async ({
  page,
  server,
}) => {
  await enter(page, server.address, staff, "/omnichannel");
  await list(page)
    .getByRole("radio", { name: /^Email/ })
    .click();
  await expect(page).toHaveURL(/channel=email/);
  await expect(list(page).getByRole("link", { name: /Bike room key/ })).toBeVisible();
  await page.reload();
  await list(page)
    .getByRole("link", { name: /Bike room key/ })
    .click();
  const talk = page.getByRole("article", { name: "Email from Wen Petrie" });
  await talk.getByRole("button", { name: "Assign" }).click();
  await page.getByRole("menuitem", { name: /Dana Okafor/ }).click();
  await expect(talk.getByRole("button", { name: "Dana Okafor" })).toBeVisible();
  await talk.getByRole("button", { name: "Resolve" }).click();
  await expect(list(page).getByRole("link", { name: /Bike room key/ })).toHaveCount(0);
  await page.getByRole("radio", { name: "Resolved" }).click();
  await expect(list(page).getByRole("link", { name: /Bike room key/ })).toBeVisible();
});

test("an incoming email appears in the list immediately", async ({ page, server, context }) => {
  await enter(page, server.address, staff, "/omnichannel");
  await expect(list(page).getByRole("link").first()).toBeVisible();
  const other = await context.newPage();
  const email = { subject: "Second nest", text: "And one on the boathouse." };
  await writeAsHomeowner(other, server.address, { ...nadia, ...email });
  await expect(list(page).getByRole("link", { name: /Second nest/ })).toBeVisible();
});

test("a macro is created, then assigns, replies and resolves with one click", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { skipTime, resumeTime } = await keepUndoOpen(page);
  const email = { subject: "Loose plank", text: "A plank of the boardwalk is loose." };
  await writeAsHomeowner(page, server.address, { ...nadia, ...email });
  await page.getByRole("link", { name: "Omnichannel" }).click();
  await list(page)
    .getByRole("link", { name: /Loose plank/ })
    .click();
  const talk = page.getByRole("article", { name: "Email from Nadia Rahman" });
  await talk.getByRole("button", { name: "Macros" }).click();
  await page.getByRole("menuitem", { name: "Manage macros" }).click();
  await page.getByRole("button", { name: "New macro" }).click();
  await page.getByLabel("Name").fill("Thank and close");
  await page.getByText("Assign to the person who runs it").click();
  await page.getByLabel("Reply", { exact: true }).fill("Thank you, {{first_name}}.");
  await page.getByLabel("Status").selectOption("Resolve");
  await page.getByRole("button", { name: "Save macro" }).click();
  await expect(page.getByText("Assigns to you, replies, and resolves")).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();

  await talk.getByRole("button", { name: "Macros" }).click();
  await page.getByRole("menuitem", { name: "Thank and close" }).click();
  await expect(page.getByText("Ran “Thank and close”.")).toBeVisible();
  await skipTime();
  await expect(list(page).getByRole("link", { name: /Loose plank/ })).toHaveCount(0);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await resumeTime();
  await list(page)
    .getByRole("link", { name: /Loose plank/ })
    .click();
  await expect(talk.getByRole("button", { name: "Assign", exact: true })).toBeVisible();
  await expect(talk.getByText("Thank you, Nadia.")).toHaveCount(0);
});

test("a routing rule assigns the next email, which shows the rule", async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, server.address, staff, "/omnichannel");
  await page.getByRole("button", { name: "Routing rules" }).click();
  await page.getByRole("button", { name: "New routing rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Lake emails");
  await dialog.getByLabel("Channel").selectOption("Emails");
  await dialog.getByLabel("Community").selectOption("Osprey Lake");
  await dialog.getByRole("checkbox", { name: "Dana Okafor" }).check();
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await expect(dialog.getByText("Emails, Osprey Lake → Dana Okafor")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();

  const email = { subject: "Dock lights", text: "The lights on the dock are out." };
  await writeAsHomeowner(page, server.address, { ...nadia, ...email });
  await page.getByRole("link", { name: "Omnichannel" }).click();
  const row = list(page).getByRole("link", { name: /Dock lights/ });
  await expect(row).toContainText("Yours");
  await row.click();
  const talk = page.getByRole("article", { name: "Email from Nadia Rahman" });
  await expect(talk.getByRole("button", { name: "Dana Okafor" })).toBeVisible();
});

type VisitorMessage = { author: string; body: string };

/** Begins a web chat with Harbor Row over REST. The result sends and lists messages. */
async function startWebChat(address: string, name: string, body: string) {
  const siteKey = await configureChat(address, { isOfficeHoursOnly: false });
  const visit = { siteKey, token: "7".repeat(64) };
  await call(address, "", "/webChat/start", { ...visit, name, body });
  return {
    send: (text: string) => call(address, "", "/webChat/send", { ...visit, body: text }),
    list: async (author: string) => {
      type Listed = { chat: { messages: VisitorMessage[] } };
      const { chat } = await call<Listed>(address, "", "/webChat/messages", visit);
      return chat.messages.filter((one) => one.author === author).map((one) => one.body);
    },
  };
}

test("a visitor's web chat is taken over, answered and resolved, also on a phone", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const visitor = await startWebChat(server.address, "Ivo Lang", "May I moor a houseboat here?");
  await enter(page, server.address, staff, "/omnichannel");
  await list(page)
    .getByRole("radio", { name: /^Web chat/ })
    .click();
  await list(page)
    .getByRole("link", { name: /Ivo Lang/ })
    .click();
  const talk = page.getByRole("article", { name: "Web chat with Ivo Lang" });
  await expect(talk.getByRole("log")).toContainText("May I moor a houseboat here?");
  await talk.getByRole("button", { name: "Take over" }).click();
  await expect(talk.getByRole("button", { name: "Dana Okafor" })).toBeVisible();
  await expect(
    talk.getByText(/^The visitor has left without giving an email address\./),
  ).toBeVisible();
  await talk.getByLabel("Your reply").fill("Houseboats can't stay overnight.");
  await talk.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Replying to Ivo Lang.")).toBeVisible();
  await expect
    .poll(() => visitor.list("STAFF"), { timeout: 30_000 })
    .toEqual(["Houseboats can't stay overnight."]);

  const answers = (await visitor.list("BOT")).length;
  await visitor.send("And how do I get a second parking permit?");
  await expect(talk.getByRole("log")).toContainText("second parking permit");
  await expect(talk.getByText("The visitor has the chat open.")).toBeVisible();
  expect(await visitor.list("BOT"), "the bot is silent").toHaveLength(answers);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, "scrolls sideways").toBeLessThanOrEqual(390);
  await talk.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Resolve" }).click();
  await expect(page.getByText("Resolved the web chat with Ivo Lang.")).toBeVisible();
  await expect(list(page).getByRole("link", { name: /Ivo Lang/ })).toHaveCount(0);
});
