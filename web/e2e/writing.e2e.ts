// The writing assistant and an assistant, without a language model: drafts come from templates.
import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { expect, test } from "./support";
import { enter } from "./support/session";

test.use({ dataset: "writing" });

const patience = { timeout: 60_000 };

test("notes become a notice, which is edited, kept over a reload and handed to a text blast", async ({
  page,
  server,
}) => {
  await enter(page, server.address, "admin@harborline.example", "/writingAssistant");
  const brief = page.getByRole("form", { name: "Brief" });
  await brief.getByLabel("What it should say").fill("Gate repair. The gate is repaired on Monday.");
  await brief.getByRole("button", { name: "Write draft" }).click();
  const text = page.getByRole("article", { name: "Draft text" });
  await expect(text.getByRole("heading", { name: "Gate repair" })).toBeVisible(patience);
  await expect(page.getByRole("region", { name: "Draft", exact: true })).toContainText(
    "Draft from a template",
  );
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "Draft text" }).fill("# Gate repair\n\nThe fee is $75.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("region", { name: "1 detail to check" })).toBeVisible(patience);
  await page.reload();
  await expect(text).toContainText("The fee is", patience);
  const blast = page.getByRole("button", { name: "Text blast", exact: true });
  await expect(blast).toBeDisabled();
  await page.getByRole("button", { name: "Confirm: 75" }).click();
  await expect(blast).toBeEnabled(patience);
  await blast.click();
  await expect(page).toHaveURL(/\/textBlast\?blast=.*step=message/, patience);
});

test("a transcript becomes minutes with motions and action items", async ({ page, server }) => {
  await enter(page, server.address, "admin@harborline.example", "/assistants");
  const form = page.getByRole("form", { name: "Inputs" });
  const transcript =
    "[0:42:10] Ann Lee: I move to repair the gate.\n[0:42:20] Bo Diaz: Second.\n[0:42:30] Ann Lee: That carries, two to zero.\n[0:50:00] Bo Diaz: I will call the vendor by Friday.\n";
  await form
    .getByLabel(/^Transcript or document/)
    .setInputFiles({ name: "board.txt", mimeType: "text/plain", buffer: Buffer.from(transcript) });
  await expect(form.getByText("board.txt")).toBeVisible();
  await form.getByRole("button", { name: "Start" }).click();
  const minutes = page.getByRole("article", { name: "Draft text" });
  await expect(minutes).toContainText("Moved by Ann Lee, seconded by Bo Diaz. Carried", patience);
  await expect(minutes).toContainText("Bo Diaz, due Friday (0:50:00)");
});

async function toDocx(file: Download) {
  const mimeType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  return { name: "Policy.docx", mimeType, buffer: await readFile(await file.path()) };
}

/** A PDF of two pages, as the browser prints it. */
async function printBylaws(page: Page): Promise<Buffer> {
  const sheet = await page.context().newPage();
  await sheet.setContent(
    `<body style="font-family: monospace">
      <p>Article 1. Name</p><p style="break-before: page">Pets must be leashed in common areas.</p>`,
  );
  const pdf = await sheet.pdf({ format: "Letter" });
  await sheet.close();
  return pdf;
}

test("a policy cites the page of a PDF, and comes back from a Word document with its words", async ({
  page,
  server,
}) => {
  await enter(page, server.address, "admin@harborline.example", "/assistants");
  await page.getByRole("link", { name: /^Policy drafting tool/ }).click();
  const form = page.getByRole("form", { name: "Inputs" });
  const drop = form.getByLabel(/^Transcript or document/);
  const buffer = await printBylaws(page);
  await drop.setInputFiles({ name: "Bylaws.pdf", mimeType: "application/pdf", buffer });
  await expect(form.getByText(/^2 pages/)).toBeVisible(patience);
  await form
    .getByLabel("Rules that the policy should set")
    .fill("All pets are leashed in common areas.");
  await form.getByRole("button", { name: "Start" }).click();
  const policy = page.getByRole("article", { name: "Draft text" });
  await expect(policy).toContainText(
    'Bylaws.pdf, page 2: "Pets must be leashed in common areas."',
    patience,
  );
  await page.getByRole("button", { name: "Download" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Word document (DOCX)" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/\.docx$/);
  await page.getByRole("link", { name: /^Policy drafting tool/ }).click();
  await drop.setInputFiles(await toDocx(file));
  await expect(form.getByText("Policy.docx")).toBeVisible(patience);
  await form
    .getByLabel("Rules that the policy should set")
    .fill("All pets are leashed in common areas.");
  await form.getByRole("button", { name: "Start" }).click();
  await expect(policy).toContainText("Policy.docx, line", patience);
});

/** Writes a draft on a gate as a user. */
async function writeGateDraft(page: Page, address: string, email: string): Promise<void> {
  await enter(page, address, email, "/writingAssistant");
  const brief = page.getByRole("form", { name: "Brief" });
  await brief.getByLabel("What it should say").fill("Gate repair. The gate is repaired on Monday.");
  await brief.getByRole("button", { name: "Write draft" }).click();
  const text = page.getByRole("article", { name: "Draft text" });
  await expect(text.getByRole("heading", { name: "Gate repair" })).toBeVisible(patience);
}

test("a draft becomes a service request", async ({ page, server }) => {
  await writeGateDraft(page, server.address, "admin@northgate.example");
  await page.getByRole("button", { name: "Service request", exact: true }).click();
  await expect(page.getByText("Filled in from your draft.", { exact: false })).toBeVisible(
    patience,
  );
  await expect(page.getByLabel("Briefly describe what's needed")).toHaveValue("Gate repair");
});

test("a draft becomes the answer to an escalation", async ({ page, server }) => {
  await writeGateDraft(page, server.address, "admin@harborline.example");
  await page.getByRole("button", { name: "Escalation", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("listitem").first().getByRole("button").click();
  await expect(page).toHaveURL(/\/escalations\?id=/, patience);
  await expect(page.getByLabel("Your answer")).toHaveValue(
    /The gate is repaired on Monday/,
    patience,
  );
});
