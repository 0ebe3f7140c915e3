// A service request from creation to completion by keyboard alone, and the texts to the resident.

import { expect, type Page } from "@playwright/test";
import { mainCompany, Resident, test } from "./support";
import { press, tabTo } from "./support/keys";
import { enter } from "./support/session";

test.use({ dataset: "service-requests" });

const admin = "admin@parlor.example";
const phone = "+13125550188";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function write(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Takes the primary step: its button, then the dialog with the text to the resident. */
async function take(page: Page, action: string, text?: string) {
  await press(page, page.getByRole("main").getByRole("button", { name: action, exact: true }));
  const dialog = page.getByRole("dialog");
  if (text) await expect(dialog.getByText(text)).toBeVisible();
  await press(page, dialog.getByRole("button", { name: action, exact: true }));
  await expect(dialog).toHaveCount(0);
}

const step = (page: Page, name: string) => page.getByRole("list", { name: `Status: ${name}` });

test("a request is created and closed by keyboard, and the resident gets one text per step", async ({
  page,
  server,
}) => {
  const resident = await Resident.at(server.address, phone, mainCompany);
  await enter(page, server.address, admin, "/serviceRequestMain");
  await press(page, page.getByRole("main").getByRole("link", { name: "New request" }).first());
  await expect(page).toHaveURL("/serviceRequestCreate");

  await tabTo(page, page.getByLabel("Community"));
  await page.keyboard.type("Fenwick");
  await write(page, "Unit, name or phone", "4C");
  await write(page, "Contact name", "June Park");
  await write(page, "Contact phone", "555-01");
  await tabTo(page, page.getByRole("radio", { name: /^Normal/ }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: /^Emergency/ })).toBeChecked();

  await press(page, button(page, "Create request"));
  const title = page.getByLabel("Briefly describe what's needed");
  await expect(title).toBeFocused();
  await expect(page.getByText("This field is required.")).toBeVisible();
  await page.keyboard.type("Water under the boiler");
  await press(page, button(page, "Create request"));
  await expect(page.getByLabel("Contact phone")).toBeFocused();
  await expect(page.getByText(/^Enter a full phone number/)).toBeVisible();
  await write(page, "Contact phone", "(312) 555-0188");
  await expect(page.getByRole("region", { name: "The resident gets this text" })).toContainText(
    "Fenwick Court: Your request # (Water under the boiler) was received.",
  );
  await press(page, button(page, "Create request"));

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Water under the boiler");
  await expect(step(page, "pending, step 1 of 5")).toBeVisible();
  await take(page, "Approve", "(Water under the boiler) was approved.");
  await expect(step(page, "approved, step 2 of 5")).toBeVisible();
  await take(page, "Start work", "(Water under the boiler) is being worked on.");
  await expect(step(page, "in progress, step 3 of 5")).toBeVisible();
  await take(page, "Complete", "is done. Reply to this text if anything is still wrong.");
  await expect(step(page, "completed, step 4 of 5")).toBeVisible();
  await take(page, "Close request");
  await expect(step(page, "closed, step 5 of 5")).toBeVisible();

  const news = [
    "was received. We will text you when there's a decision.",
    "was approved.",
    "is being worked on.",
    "is done. Reply to this text if anything is still wrong.",
  ];
  const about = /^Fenwick Court: Your request FC-\d+ \(Water under the boiler\) /;
  await expect
    .poll(async () => (await resident.got()).map((text) => text.replace(about, "")))
    .toEqual(news);

  await page.goto("/messages");
  await page.getByRole("link", { name: /555-0188/ }).click();
  const thread = page.getByRole("log");
  for (const words of news) {
    await expect(thread.getByText(`(Water under the boiler) ${words}`)).toHaveCount(1);
  }
});

test("declining requires a reason, which the resident gets", async ({ page, server }) => {
  await enter(page, server.address, admin, "/serviceRequest?id=request-fenwick-roof");
  await page.getByRole("button", { name: "Decline…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Decline", exact: true }).click();
  await expect(dialog.getByText("Write what the resident should know.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("The roof is new; the drip is condensation.");
  await expect(dialog.getByText(/was declined: The roof is new/)).toBeVisible();
  await dialog.getByRole("button", { name: "Decline", exact: true }).click();
  await expect(page.getByRole("list", { name: "Status: declined, step 2 of 2" })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Activity/ })).toContainText("condensation");
});

const pdf = Buffer.from("%PDF-1.7\n%%EOF\n");

/** A PNG of one pixel. */
const photo = {
  name: "boiler.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};

test("a conversation becomes a request in one click, with a photo and a link back", async ({
  page,
  server,
}) => {
  const resident = await Resident.at(server.address, "+13125550187", mainCompany);
  await resident.text("My kitchen sink is leaking onto the floor");
  await enter(page, server.address, admin, "/messages");
  await page.getByRole("link", { name: /555-0187/ }).click();
  await page.getByRole("link", { name: "Create service request" }).click();
  await expect(page.getByLabel("Briefly describe what's needed")).toHaveValue(
    "My kitchen sink is leaking onto the floor",
  );
  await expect(page.getByLabel("Contact phone")).toHaveValue("(312) 555-0187");
  await page.getByLabel("Add photos").setInputFiles(photo);
  await page.getByRole("button", { name: "Create request" }).click();
  await expect(page).toHaveURL(/^[^?]*\/serviceRequest\?id=/);
  await page.getByRole("button", { name: "View Photo 1" }).click();
  const full = page.getByRole("img", { name: "Photo 1" });
  await expect.poll(() => full.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("link", { name: "Text conversation" }).click();
  await expect(page).toHaveURL(/\/messages\?id=/);
});

test("a photo that a resident texts is shown and becomes a photo of the request", async ({
  page,
  server,
}) => {
  await enter(page, server.address, admin, "/turbo?community=community-fenwick-court");
  const phone = page.getByRole("log");
  const words = page.getByLabel("Ask as a resident would");
  await expect(words).toBeEnabled();
  await page.getByLabel("Attach a photo").setInputFiles(photo);
  await expect(page.getByRole("list", { name: "Photos to send" }).getByRole("img")).toHaveCount(1);
  await words.fill("The light in the hallway has been out since Sunday");
  await words.press("Enter");
  await expect(phone.getByText(/With 1 photo/)).toBeVisible();
  await phone.getByRole("button", { name: "View photo from the resident" }).click();
  const shown = page.getByRole("dialog").getByRole("img", { name: "Photo from the resident" });
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await words.fill("SEND");
  await words.press("Enter");
  await expect(phone.getByText(/The light in the hallway.* was received/)).toBeVisible();

  await page.goto(`${server.address}/serviceRequestMain`);
  await page
    .getByRole("link", { name: /The light in the hallway/ })
    .first()
    .click();
  await page.getByRole("button", { name: "View Photo 1" }).click();
  const full = page.getByRole("img", { name: "Photo 1" });
  await expect.poll(() => full.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("link", { name: "Text conversation" }).click();
  await expect(page.getByRole("button", { name: "View photo from the resident" })).toBeVisible();
});

test("a vendor responds with the emailed link, and the resident is texted about each step until the work is done", async ({
  browser,
  page,
  server,
}) => {
  const vendor = "desk@plumbing.example";
  await enter(page, server.address, admin, "/serviceRequestMain");
  await page
    .getByRole("link", { name: /The light in the hallway/ })
    .first()
    .click();
  await take(page, "Approve", "was approved.");
  const orders = page.getByRole("region", { name: "Work orders" });
  await orders.getByRole("button", { name: "Send…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Vendor" }).fill("Reyes Plumbing");
  await dialog.getByLabel("Vendor's email").fill(vendor);
  await dialog.getByRole("button", { name: "Send work order" }).click();
  await expect(orders).toContainText("Waiting for a response");

  await expect.poll(() => server.mailsTo(vendor)).toHaveLength(1);
  const [mail = ""] = await server.mailsTo(vendor);
  const link = /\/work-order\/\S+/.exec(mail)?.[0] ?? "";
  const theirs = await browser.newContext({ baseURL: server.address });
  const own = await theirs.newPage();
  await own.goto(link);
  await expect(own.getByRole("heading", { name: /The light in the hallway/ })).toBeVisible();
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await own.getByLabel("Date of your visit").fill(day);
  await own.getByLabel("Estimate in dollars (optional)").fill("350.50");
  await own.getByRole("button", { name: "Accept" }).click();
  await expect(own.getByRole("status")).toContainText("You accepted this work order for");
  await theirs.close();

  await expect(orders).toContainText("$350.50");
  await expect(page.getByRole("region", { name: /^Activity/ })).toContainText(
    "Reyes Plumbing accepted the work order for",
  );

  const quote = { name: "Quote.pdf", mimeType: "application/pdf", buffer: pdf };
  await page.getByLabel("Add PDF").setInputFiles(quote);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Quote.pdf" }).click();
  expect((await download).suggestedFilename()).toBe("Quote.pdf");
  await page.getByRole("button", { name: "Approve $350.50 estimate" }).click();
  await take(page, "Start work", "is being worked on.");
  await take(page, "Complete", "is done. Reply to this text if anything is still wrong.");
  await expect(step(page, "completed, step 4 of 5")).toBeVisible();

  await page.getByRole("button", { name: "Show conversation" }).click();
  const thread = page.getByRole("dialog").getByRole("log");
  for (const news of ["was received", "was approved", "is being worked on", "is done"]) {
    const texts = thread.getByText(new RegExp(`The light in the hallway.*\\) ${news}`));
    await expect(texts).toHaveCount(1);
  }
});
