// A report of a company with months of texts from residents.
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { test } from "./support";
import { pdfText } from "./support/pdf-text";

test.use({ dataset: "reporting", historyDays: 60 });

const figure = (page: Page, title: string) =>
  page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Returns the number that a figure shows. */
async function countOf(page: Page, title: string): Promise<number> {
  const shown = figure(page, title).locator(".figure");
  await expect(shown).toBeVisible();
  return Number((await shown.innerText()).replaceAll(",", ""));
}

test("a report has a range, a comparison and a category, and defines each figure", async ({
  page,
  signIn,
}) => {
  await signIn("admin@harborline.example");
  await page.goto("/reporting");
  const questions = await countOf(page, "Questions asked");
  expect(questions).toBeGreaterThan(200);
  await expect(figure(page, "Questions asked")).toContainText(/[+−]\d+\.\d%/);

  await page.getByRole("combobox", { name: "Range" }).selectOption("Last 7 days");
  await expect(page).toHaveURL("/reporting?days=7");
  await expect.poll(() => countOf(page, "Questions asked")).toBeLessThan(questions);
  await page.getByRole("combobox", { name: "Comparison" }).selectOption("No comparison");
  await expect(figure(page, "Questions asked")).not.toContainText("%");

  await page.getByRole("combobox", { name: "Category" }).selectOption("Parking");
  await expect(page).toHaveURL("/reporting?days=7&category=Parking&compare=off");
  await expect(figure(page, "Messages received")).toContainText("No data");
  const parking = await countOf(page, "Questions asked");
  await page.reload();
  expect(await countOf(page, "Questions asked")).toBe(parking);

  await page.getByRole("button", { name: "See details of Questions asked" }).click();
  const rows = page.getByRole("table", { name: "Questions asked" }).locator("tbody tr");
  await expect(rows.first()).toBeVisible();
  const more = page.getByRole("button", { name: "Load more" });
  while (await more.isVisible()) {
    const before = await rows.count();
    await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  }
  expect(await rows.count()).toBe(parking);
});

test("a report is downloaded as a table and printed with its figures", async ({ page, signIn }) => {
  await signIn("admin@harborline.example");
  await page.goto("/reporting");
  const questions = await countOf(page, "Questions asked");
  const shown = await figure(page, "Questions asked").locator(".figure").innerText();
  await page.getByRole("button", { name: "Export" }).click();
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^report-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const table = await readFile(await file.path(), "utf8");
  expect(table).toContain(`Figure,Questions asked,${questions},`);
  expect(table).toContain("Community,Harbor Row,");

  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("combobox", { name: "Range" })).toBeHidden();
  const printed = pdfText(await page.pdf({ format: "Letter" }));
  const { length } = printed;
  expect(length).toBeGreaterThan(1000);
  for (const text of [`Questionsasked${shown}`, "Staffworkload", "Assumptions", "Datathrough"]) {
    expect(printed).toContain(text);
  }
});
