// The writing assistant and an assistant, without a language model: drafts come from templates.
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
