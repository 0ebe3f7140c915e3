// The six assistants without a language model: drafts come from templates and files of realistic
// length.

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./support";
import {
  addFile,
  addTranscript,
  dispute,
  fillAndStart,
  openAssistant,
  openCitation,
  patience,
  scope,
  sixtyPagePdf,
} from "./support/assistants";
import { pdfText } from "./support/pdf-text";

test.use({ dataset: "assistants" });

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/** A PNG of one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function downloadDocx(page: Page) {
  await page.getByRole("button", { name: "Download" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Word document (DOCX)" }).click();
  return downloading;
}

test("three hours of captions become minutes whose times open the transcript", async ({
  page,
  server,
}) => {
  const { form, text } = await openAssistant(page, server.address, "Meeting summarizer");
  await addTranscript(form);
  await fillAndStart(form, { "Directors needed for a quorum": "2" });
  await expect(text).toContainText("Repair the gate for $4,200", patience);
  await expect(text).toContainText("Moved by Ann Lee, seconded by Bo Diaz. Carried");
  await expect(text).toContainText("Bo Diaz, due Friday (2:41:06)");
  await expect(text).toContainText("Quorum: 2");
  await openCitation(page, text, "0:42:00", "I move to repair the gate");
  await openCitation(page, text, "2:41:06", "I will call the vendor by Friday");
});

test("a scope of work is numbered and has a bid table", async ({ page, server }) => {
  const { form, text } = await openAssistant(page, server.address, "Scope of work generator");
  await fillAndStart(form, scope);
  await expect(text.getByRole("listitem").first()).toHaveText("Clean the walls.", patience);
  await expect(text.getByRole("cell", { name: "Paint the walls white." })).toBeVisible();
  for (const part of ["Exclusions", "Insurance and license", "Bid table"]) {
    await expect(text.getByRole("heading", { name: part })).toBeVisible();
  }
});

test("a policy cites page 47 of 60, and its Word document has its text", async ({
  page,
  server,
}) => {
  const { form, text } = await openAssistant(page, server.address, "Policy drafting tool");
  await addFile(form, "Bylaws.pdf", "application/pdf", await sixtyPagePdf(page));
  await expect(form.getByText(/^60 pages/)).toBeVisible(patience);
  const rules = {
    "Rules the policy should include": "All pets are leashed in common areas.",
    "Effective date": "May 1",
  };
  await fillAndStart(form, rules);
  await expect(text).toContainText("Pets must be leashed in common areas.", patience);
  await openCitation(page, text, "Bylaws.pdf, page 47", "Pets must be leashed");
  await expect(text.getByRole("heading", { name: "Summary for residents" })).toBeVisible();
  const file = await downloadDocx(page);
  await page.getByRole("link", { name: /^Policy drafting tool/ }).click();
  await addFile(form, "Policy.docx", docx, await readFile(await file.path()));
  await fillAndStart(form, rules);
  await expect(text).toContainText("Policy.docx, line", patience);
});

test("a mediation puts both accounts side by side and is no legal advice", async ({
  page,
  server,
}) => {
  const { form, text } = await openAssistant(page, server.address, "Mediation consultant");
  await fillAndStart(form, dispute);
  await expect(text).toContainText("It is not legal advice.", patience);
  for (const part of ["Ann Lee says", "Bo Diaz says", "Options", "Proposed letter"]) {
    await expect(text.getByRole("heading", { name: part })).toBeVisible();
  }
});

test("facts become a post for each channel and a holding statement", async ({ page, server }) => {
  const { form, text } = await openAssistant(page, server.address, "Social media and PR");
  await fillAndStart(form, { Facts: "The pool opens on May 1.", "Contact for questions": "Dana" });
  for (const part of ["Facebook", "Nextdoor", "Instagram", "X", "Holding statement"]) {
    await expect(text.getByRole("heading", { name: part, exact: true })).toBeVisible(patience);
  }
});

test("a letter is printed with the header image of its author", async ({ page, server }) => {
  const { form, text } = await openAssistant(page, server.address, "Draft emails and letters");
  const token = await page.evaluate(() => localStorage.getItem("parlor.token") ?? "");
  const set = await fetch(`${server.address}/user/headerImage`, {
    method: "PATCH",
    headers: { "content-type": "application/json", usertoken: token },
    body: JSON.stringify({ id: "staff-harborline-admin", data: pixel }),
  });
  expect(set.status).toBe(200);
  await page.reload();
  await fillAndStart(form, { Recipient: "Ann Lee", "What it should say": "The gate is repaired." });
  await expect(text).toContainText("Dear Ann Lee", patience);
  // The browser's print dialog can't be closed by a test.
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name: "Print, or save as PDF" }).click();
  await expect(page.locator(".print-sheet__header")).toBeAttached();
  const pdf = await page.pdf({ format: "Letter" });
  expect(pdfText(pdf)).toContain("Thegateisrepaired.");
  expect(pdf.toString("latin1")).toContain("/Subtype /Image");
});
