// A community's answers are exported, edited in the file and imported, and the import is undone.
import { readFile } from "node:fs/promises";
import { expect, test } from "./support";

test.use({ dataset: "answer-files" });

const llama = "May I keep a llama on the balcony?";

test("answers are exported and imported, and an import is undone", async ({ page, signIn }) => {
  await signIn("admin@harborline.example");
  await page.getByRole("main").getByRole("button", { name: "Harbor Row" }).click();
  const menu = page.getByRole("button", { name: "Import or export" });
  const dialog = page.getByRole("dialog", { name: "Import answers into Harbor Row" });
  const choose = async (name: string, text: string) => {
    await menu.click();
    await page.getByRole("menuitem", { name: "Import a file" }).click();
    const buffer = Buffer.from(text);
    await dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer });
  };

  const out = await test.step("importing an export changes nothing", async () => {
    await menu.click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Export as CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Harbor Row answers.csv");
    const text = await readFile(await download.path(), "utf8");
    await choose("same.csv", text);
    await expect(dialog.getByRole("status").first()).toContainText(/: \d+ already there\s*$/);
    await expect(dialog.getByRole("button", { name: "Apply" })).toBeDisabled();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    return text;
  });

  await test.step("an added line is previewed with its effect on recent questions", async () => {
    const doorbell = "Can I put a ring doorbell on my front door?";
    const lines = `,${llama},"No, not even a small one.",,,\r\n,${doorbell},Ask the board first.,,,\r\n,,Nothing.,,,\r\n`;
    await choose("more.csv", `${out}${lines}`);
    await expect(dialog.getByRole("status").first()).toContainText("2 new");
    await expect(dialog).toContainText("1 line left out");
    await expect(dialog.getByText("No, not even a small one.")).toBeVisible();
    await expect(dialog).toContainText(/questions, \d+ would get a different answer/);
    await dialog.getByRole("button", { name: "Import 2 answers" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("one undo reverts the whole import", async () => {
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect(page.getByText("Import undone.")).toBeVisible();
    await choose("more.csv", `${out},${llama},"No, not even a small one.",,,\r\n`);
    await expect(dialog.getByRole("status").first()).toContainText("1 new");
  });
});
