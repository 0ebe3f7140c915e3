// Emails from homeowners, delivered to a mailbox through the email screen.
import { expect, type Page } from "@playwright/test";
import { enter } from "./session";

type HomeownerEmail = {
  /** Name of the mailbox. */
  to: string;
  name: string;
  address: string;
  subject: string;
  text: string;
};

/** Delivers an email on the email screen, which then shows it. */
export async function writeAsHomeowner(page: Page, server: string, email: HomeownerEmail) {
  await enter(page, server, "admin@harborline.example", "/email");
  await page.getByRole("button", { name: `Actions for ${email.to}` }).click();
  await page.getByRole("menuitem", { name: "Write as a homeowner" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Homeowner's name").fill(email.name);
  await dialog.getByLabel("Homeowner's email address").fill(email.address);
  await dialog.getByLabel("Subject").fill(email.subject);
  await dialog.getByLabel("Text", { exact: true }).fill(email.text);
  await dialog.getByRole("button", { name: "Deliver email" }).click();
  await expect(page.getByRole("article", { name: `Email from ${email.name}` })).toBeVisible();
}
