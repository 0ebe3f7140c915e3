// The writing assistant without a language model: drafts come from templates.
import type { Page } from "@playwright/test";
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

/** Drafts a text about a gate as a user. */
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
