// The writing assistant and the six assistants with a language model on loopback.

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
import { begun, streamed } from "./support/language-model";
import { enter } from "./support/session";

test.use({ dataset: "assistants with a model", hasModel: true });

test("a draft survives a reload while it is written, stopped and continued", async ({
  page,
  server,
  model,
}) => {
  await enter(page, server.address, "admin@harborline.example", "/writingAssistant");
  await model?.will(begun("# Gate repair\n\nThe gate is"));
  const brief = page.getByRole("form", { name: "Brief" });
  await brief.getByLabel("What it should say").fill("The gate is repaired on Monday.");
  await brief.getByRole("button", { name: "Write draft" }).click();
  const text = page.getByRole("article", { name: "Draft text" });
  await expect(text).toContainText("The gate is", patience);
  await page.reload();
  await expect(text).toContainText("The gate is", patience);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("Everything written so far is kept.")).toBeVisible(patience);
  await model?.will(streamed(" repaired on Monday. It costs $95."));
  await page.getByRole("button", { name: "Continue writing" }).click();
  await expect(text).toContainText("The gate is repaired on Monday. It costs $95", patience);
  // An amount that occurs in no input.
  await expect(page.getByRole("region", { name: "1 detail to check" })).toBeVisible(patience);
  const blast = page.getByRole("button", { name: "Text blast", exact: true });
  await expect(blast).toBeDisabled();
});

test("a long transcript is read in parts, then becomes minutes with open times", async ({
  page,
  server,
  model,
}) => {
  const { form, text } = await openAssistant(page, server.address, "Meeting summarizer");
  await addTranscript(form);
  const before = (await model?.will(begun("Ann Lee moved"))) ?? 0;
  await fillAndStart(form, {});
  const progress = page.getByRole("list", { name: "Progress" });
  await expect(progress).toContainText("Reading the documents: part 1 of", patience);
  const parts = Number(/part 1 of (\d+)/.exec((await progress.textContent()) ?? "")?.[1]);
  expect(parts).toBeGreaterThan(3);
  // The progress appears before the call. A model that is not called keeps its instructions for the
  // next call.
  await model?.called(before + 1);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("Everything written so far is kept.")).toBeVisible(patience);
  const notes = Array.from({ length: parts }, () => streamed("The gate, at 0:42:00."));
  await model?.will(...notes, streamed("# Minutes\n\nThe gate is repaired (0:42:00)."));
  await page.getByRole("button", { name: "Continue writing" }).click();
  await expect(text).toContainText("The gate is repaired", patience);
  await openCitation(page, text, "0:42:00", "I move to repair the gate");
  // The stopped call, one call per part, and the one that writes.
  expect(await model?.will()).toBe(before + 1 + parts + 1);
});

test("a policy by the model cites a page that opens", async ({ page, server, model }) => {
  const { form, text } = await openAssistant(page, server.address, "Policy drafting tool");
  await addFile(form, "Bylaws.pdf", "application/pdf", await sixtyPagePdf(page));
  await model?.will(streamed("# Pets\n\n1. Pets are leashed (Bylaws, page 47)."));
  await fillAndStart(form, { "Rules the policy should include": "Pets are leashed." });
  await expect(text).toContainText("Pets are leashed (Bylaws", patience);
  await openCitation(page, text, "Bylaws, page 47", "Pets must be leashed");
});

for (const [name, inputs] of [
  ["Scope of work generator", scope],
  ["Mediation consultant", dispute],
  ["Social media and PR", { Facts: "The pool opens on May 1." }],
  ["Draft emails and letters", { "What it should say": "The pool opens on May 1." }],
] as const) {
  test(`${name} shows what the model writes`, async ({ page, server, model }) => {
    const { form, text } = await openAssistant(page, server.address, name);
    await model?.will(streamed("# From the model\n\nThis is *not* legal advice. <b>Plain</b>"));
    await fillAndStart(form, inputs);
    await expect(text.getByRole("heading", { name: "From the model" })).toBeVisible(patience);
    // Markup that drafts don't use is shown as text.
    await expect(text).toContainText("<b>Plain</b>");
    await expect(page.getByText("Draft from a template")).toBeHidden();
  });
}
