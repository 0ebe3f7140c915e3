// Helpers for the assistants, and files of realistic length.

import { expect, type Locator, type Page } from "@playwright/test";
import { enter } from "./session";

export const patience = { timeout: 60_000 };

const hours = 3;
const secondsPerCue = 6;
const speakers = ["Ann Lee", "Bo Diaz", "Cy Park"];
/** Statements at given seconds of the meeting; the rest is filler. */
const statements = new Map([
  [2_520, ["Ann Lee", "I move to repair the gate for $4,200."]],
  [2_526, ["Bo Diaz", "Second."]],
  [2_532, ["Ann Lee", "All in favor? That carries, three to zero."]],
  [9_666, ["Bo Diaz", "I will call the vendor by Friday."]],
]);

function clock(seconds: number): string {
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  return `${parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":")}.000`;
}

/** Captions of a three-hour meeting. */
export function threeHourTranscript(): Buffer {
  const cues = ["WEBVTT"];
  for (let at = 0; at < hours * 3600; at += secondsPerCue) {
    const [speaker, words] = statements.get(at) ?? [
      speakers[(at / secondsPerCue) % speakers.length],
      `We talked about item ${at / secondsPerCue} of the list of things that the building needs.`,
    ];
    cues.push(`${clock(at)} --> ${clock(at + secondsPerCue)}\n<v ${speaker}>${words}`);
  }
  return Buffer.from(`${cues.join("\n\n")}\n`);
}

/** Bylaws of 60 pages, printed to PDF by the browser. Page 47 is about pets. */
export async function sixtyPagePdf(page: Page): Promise<Buffer> {
  const sheet = await page.context().newPage();
  const articles = Array.from({ length: 60 }, (_, at) => {
    const rule =
      at === 46 ? "Pets must be leashed in common areas." : `The board keeps record ${at + 1}.`;
    return `<p style="break-after: page">Article ${at + 1}. ${rule}</p>`;
  });
  await sheet.setContent(`<body style="font-family: monospace">${articles.join("")}</body>`);
  const pdf = await sheet.pdf({ format: "Letter" });
  await sheet.close();
  return pdf;
}

/** Opens an assistant as the administrator of Harborline. Returns its inputs and its text. */
export async function openAssistant(page: Page, address: string, name: string) {
  await enter(page, address, "admin@harborline.example", "/assistants");
  await page.getByRole("link", { name: new RegExp(`^${name}`) }).click();
  const form = page.getByRole("form", { name: "Inputs" });
  await expect(form).toBeVisible(patience);
  return { form, text: page.getByRole("article", { name: "Draft text" }) };
}

export async function addFile(form: Locator, name: string, mimeType: string, buffer: Buffer) {
  await form.getByLabel(/^Transcript or document/).setInputFiles({ name, mimeType, buffer });
  await expect(form.getByText(name)).toBeVisible(patience);
}

export async function fillAndStart(form: Locator, values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await form.getByRole("button", { name: "Start" }).click();
}

export async function addTranscript(form: Locator) {
  await addFile(form, "board.vtt", "text/vtt", threeHourTranscript());
}

/** Opens a citation in a text, and checks the highlighted line of the document. */
export async function openCitation(page: Page, text: Locator, cited: string, line: string) {
  await text.getByRole("button", { name: cited, exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(line, { exact: false })).toBeInViewport();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
}

export const scope = {
  Trade: "Painting",
  Site: "Garage, level P1",
  "Constraints, such as working hours": "Work from 8 AM to 4 PM.",
  Deadline: "March 31",
  "Work to be done": "Clean the walls. Paint the walls white.",
};

export const dispute = {
  "First party": "Ann Lee",
  "What the first party says": "The music is loud after 10 PM.",
  "Second party": "Bo Diaz",
  "What the second party says": "I practice for an hour a day.",
};
