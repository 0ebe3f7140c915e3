// Staff of the main company in a conversation: with the bot, without it, and with it again.
import type { Page } from "@playwright/test";
import { expect, mainCompany, Resident, test } from "./support";
import { findViolations } from "./support/screen-check";
import { enter } from "./support/session";

test.use({ dataset: "conversations" });

const { email } = mainCompany;
const janitor = "who is the janitor";
const stanley = /Stanley Mroz/;
/** A PNG of one pixel, in base64. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Opens the conversation with a phone number of (312) 555-01xx from the list. */
async function open(page: Page, address: string, digits: string) {
  await enter(page, address, email, "/messages");
  const name = `(312) 555-01${digits}`;
  await list(page)
    .getByRole("link", { name: new RegExp(`^\\(312\\) 555-01${digits}`) })
    .click();
  return page.getByRole("article", { name: `Conversation with ${name}` });
}

function list(page: Page) {
  return page.getByRole("region", { name: "Conversations", exact: true });
}

test("the bot is silent after a takeover and answers again after it is handed back", async ({
  page,
  server,
}) => {
  const sam = await Resident.at(server.address, "+13125550190", mainCompany);
  await sam.text(janitor);
  await expect.poll(() => sam.got()).toEqual([expect.stringMatching(stanley)]);

  const talk = await open(page, server.address, "90");
  const thread = talk.getByRole("log");
  await expect(thread).toContainText("Stanley Mroz");
  await talk.getByRole("button", { name: "Take over" }).click();
  await expect(talk.getByText("Claimed by you")).toBeVisible();

  await sam.text("and what is his number");
  await expect(thread).toContainText("and what is his number");
  await thread.getByRole("button", { name: "Why" }).last().click();
  await expect(thread.getByText("Left for your team")).toBeVisible();
  expect(await sam.got()).toHaveLength(1);

  await page.keyboard.press("r");
  await page.keyboard.type("Stanley is at (773) 555-0181.");
  await page.reload();
  const field = talk.getByLabel("Your reply");
  await expect(field, "the draft survives leaving the page").toHaveValue(
    "Stanley is at (773) 555-0181.",
  );
  await talk.getByRole("button", { name: "Send text" }).click();
  await expect(field).toHaveValue("");
  const reply = thread.locator(".message--staff");
  await expect(reply).toContainText("Delivered");
  expect(await sam.got()).toEqual([
    expect.stringMatching(stanley),
    "Stanley is at (773) 555-0181.",
  ]);

  await talk.getByRole("button", { name: "Hand back" }).click();
  await expect(talk.getByText("Bot is answering")).toBeVisible();
  await sam.text(janitor);
  await expect.poll(() => sam.got()).toHaveLength(3);
  await expect(thread.locator(".message--bot")).toHaveCount(2);
});

test("an undone reply can be edited further, and keeps its photo", async ({ page, server }) => {
  const kim = await Resident.at(server.address, "+13125550191", mainCompany);
  await kim.text(janitor);
  await expect.poll(() => kim.got()).toHaveLength(1);
  const talk = await open(page, server.address, "91");
  const buffer = Buffer.from(pixel, "base64");
  await talk
    .getByLabel("Attach a photo")
    .setInputFiles({ name: "door.png", mimeType: "image/png", buffer });
  const photo = talk.getByRole("img", { name: "door.png" });
  await expect(photo).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await talk.getByLabel("Your reply").fill("See you at nin.");
  await page.keyboard.press("Control+Enter");
  await expect(talk.getByRole("button", { name: /^View photo from / })).toBeVisible();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(talk.getByLabel("Your reply")).toHaveValue("See you at nin.");
  await expect(photo).toBeVisible();
  await expect(talk.getByRole("log")).not.toContainText("See you at nin.");
  expect(await kim.got()).toHaveLength(1);
});

test("a note is visible only to staff, and its author deletes it", async ({ page, server }) => {
  const lee = await Resident.at(server.address, "+13125550192", mainCompany);
  await lee.text(janitor);
  await expect.poll(() => lee.got()).toHaveLength(1);
  const talk = await open(page, server.address, "92");
  await expect(talk.getByRole("log")).toContainText(janitor);
  await page.keyboard.press("n");
  await page.keyboard.type("Called twice this week.");
  await page.keyboard.press("Control+Enter");
  const note = talk.locator(".message--note");
  await expect(note).toContainText("Called twice this week.");
  await expect(note).toContainText("Note for staff only");
  expect(await lee.got()).toHaveLength(1);
  await note.getByRole("button", { name: "Delete note" }).click();
  await expect(note).toHaveCount(0);
});

test("a snoozed conversation leaves the list, and a message returns it", async ({
  page,
  server,
}) => {
  const ada = await Resident.at(server.address, "+13125550193", mainCompany);
  await ada.text(janitor);
  await expect.poll(() => ada.got()).toHaveLength(1);
  const talk = await open(page, server.address, "93");
  await talk.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: /^Tomorrow morning/ }).click();
  await expect(talk.getByText(/^Snoozed until/)).toBeVisible();
  await page.getByRole("radio", { name: /^Snoozed/ }).click();
  const row = list(page).getByRole("link", { name: /\(312\) 555-0193/ });
  await expect(row).toBeVisible();
  await ada.text("hello?");
  await expect(row).toHaveCount(0);
});

test("an opted-out resident cannot be texted, and the screen shows the reason", async ({
  page,
  server,
}) => {
  const eve = await Resident.at(server.address, "+13125550194", mainCompany);
  await eve.text(janitor);
  await eve.text("STOP");
  const talk = await open(page, server.address, "94");
  await expect(talk.getByText("This resident opted out of texts")).toBeVisible();
  await expect(talk.getByRole("button", { name: "Send text" })).toHaveCount(0);
  await eve.text("START");
  await expect(talk.getByLabel("Your reply")).toBeVisible();
});

test("matches in messages are highlighted in the list and in the thread", async ({
  page,
  server,
}) => {
  const zoe = await Resident.at(server.address, "+13125550195", mainCompany);
  await zoe.text("may i keep a zeppelin on the roof");
  await enter(page, server.address, email, "/messages");
  await expect(list(page).getByRole("link").first()).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("zepp roof");
  await expect(list(page).getByRole("link")).toHaveCount(1);
  await expect(list(page).locator("mark")).toHaveText(["zeppelin", "roof"]);
  await expect(page).toHaveURL(/words=zepp/);
  await expect(page.getByRole("log").locator("mark")).toHaveText(["zeppelin", "roof"]);
});

test("a long conversation loads older messages without a jump and announces new ones", async ({
  page,
  server,
}) => {
  const ivy = await Resident.at(server.address, "+13125550196", mainCompany);
  await ivy.text("note 0 about the quokka");
  const talk = await open(page, server.address, "96");
  // The bot doesn't interrupt staff who have taken over.
  await talk.getByRole("button", { name: "Take over" }).click();
  await expect(talk.getByText("Claimed by you")).toBeVisible();
  for (let at = 1; at < 70; at += 1)
    await ivy.text(
      `note ${at} about the quokka, which sat on the wall of the yard again and looked at us`,
    );
  await page.reload();
  const thread = talk.getByRole("log");
  const newest = thread.locator(".message").last();
  await expect(newest).toBeInViewport();
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 700 });
  await expect(newest, "the newest message stays in view in a lower window").toBeInViewport({
    ratio: 1,
  });
  await page.setViewportSize({ width, height });
  await expect(newest).toBeInViewport({ ratio: 1 });

  await expect(async () => {
    await thread.press("Home");
    await expect(thread.getByText("Start of conversation")).toBeInViewport({
      timeout: 5000,
    });
    const scrolled = () => thread.evaluate((element) => element.scrollTop);
    await expect.poll(scrolled, { timeout: 5000 }).toBe(0);
  }).toPass();
  const first = thread.getByText("note 0 about the quokka");
  await expect(first).toBeInViewport();
  const top = async () => (await first.boundingBox())?.y;
  const before = await top();

  await ivy.text("one more");
  await expect(thread.getByRole("button", { name: "New message" })).toBeVisible();
  expect(await top(), "the scroll position stays").toBe(before);
  await thread.getByRole("button", { name: "New message" }).click();
  await expect(thread.getByText("one more")).toBeInViewport();
  await expect(thread.getByText("Start of conversation")).not.toBeInViewport();
});
