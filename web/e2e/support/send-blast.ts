// A text blast with a picture from its draft to its results, through any carrier.

import { expect, type Locator, type Page } from "@playwright/test";

export const blaster = "blaster@harborline.example";

/** The phone of Theo Lindqvist, one of the three recipients. */
export const theosPhone = "+13015550131";

const text = "The Meridian: Hi Theo, the garage is closed 9-1.";

/** A PNG of one pixel. */
const pixel = {
  name: "garage.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

/** Waits until the pixels of the picture have loaded. */
async function expectPicture(picture: Locator) {
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1);
}

/**
 * Writes a blast in the restricted view, where a user has just arrived, reviews it, takes it back, and sends it.
 * `textsToTheo` returns the texts that Theo's phone received.
 */
export async function sendBlast(page: Page, textsToTheo: () => Promise<string[]>) {
  await createDraft(page);
  await chooseAudience(page);
  await writeMessage(page);
  await review(page);
  await sendNow(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("region", { name: "Send" })).toBeVisible();
  await sendNow(page);
  await expect(page.getByText(/^Sending in/)).toBeVisible();
  await expectResults(page);
  expect(await textsToTheo()).toContain(text);
}

async function createDraft(page: Page) {
  await expect(page).toHaveURL("/textBlast");
  await expect(page).toHaveTitle("Parlor Blaster · Parlor");
  await page.getByRole("button", { name: "New blast" }).click();
  const dialog = page.getByRole("dialog", { name: "New text blast" });
  await dialog.getByLabel("Title").fill("Garage closed");
  await dialog.getByRole("checkbox", { name: "The Meridian" }).check();
  await dialog.getByRole("button", { name: "Create draft" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Garage closed");
}

async function chooseAudience(page: Page) {
  const matching = page.getByRole("complementary", { name: "Matching accounts" });
  await expect(matching).toContainText("9 accounts, 9 phone numbers");
  await page.getByRole("checkbox", { name: "garage" }).check();
  await expect(matching).toContainText("4 accounts, 4 phone numbers");
  await page.getByRole("button", { name: "Continue to message" }).click();
}

async function writeMessage(page: Page) {
  const message = page.getByRole("region", { name: "Message" });
  await message.getByLabel("Text").fill("Hi {{first_name|neighbor}}, the garage is closed 9–1.");
  await expect(message.getByText(/this text cost more/)).toBeVisible();
  await message.getByRole("button", { name: "Replace" }).click();
  await expect(message.getByText(/this text cost more/)).toBeHidden();
  await page.reload();
  await expect(message.getByLabel("Text")).toHaveValue(/closed 9-1\.$/);
  await message.locator("input[type=file]").setInputFiles(pixel);
  await expectPicture(message.getByRole("img", { name: "The picture of this blast" }));
  await page.getByRole("button", { name: "Continue to review" }).click();
}

async function review(page: Page) {
  await expect(page.getByText("To 3 people.")).toBeVisible();
  const preview = page.getByRole("complementary", { name: "Preview" });
  await expect(preview).toContainText(text);
  await expectPicture(preview.getByRole("img", { name: "The picture of this blast" }));
  await expect(page.getByText("one MMS for each person")).toBeVisible();
  await page.getByRole("button", { name: "Show: Do not text" }).click();
  await expect(page.getByRole("dialog")).toContainText("Leonard Katz");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Send test to my phone" }).click();
  await expect(page.getByText(/\(202\) 555-0192/)).toBeVisible();
}

/** Sends the reviewed draft, despite quiet hours. */
async function sendNow(page: Page) {
  const send = page.getByRole("region", { name: "Send" });
  await send.getByRole("switch", { name: /^Emergency/ }).check();
  await send.getByLabel("Reason for the emergency").fill("The ceiling of the garage is cracked.");
  await send.getByRole("button", { name: "Send now" }).click();
}

async function expectResults(page: Page) {
  await expect(page.getByText("3 of 3 sent")).toBeVisible();
  const progress = page.getByRole("region", { name: "Progress" });
  await progress.getByRole("button", { name: /^Delivered\s+3$/ }).click();
  await expect(page.getByRole("region", { name: "Recipients" })).toContainText("Theo Lindqvist");
  await expectPicture(page.getByRole("img", { name: "The picture of this blast" }));
  await page.getByRole("button", { name: "All text blasts" }).click();
  await expect(page.getByRole("main")).toContainText("Garage closed");
}
