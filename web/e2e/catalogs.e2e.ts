// Platform administrators edit and publish the catalogs, and a new community uses the result.
import { expect, test } from "./support";
import { enter } from "./support/session";

test.use({ dataset: "catalogs" });

const patience = { timeout: 60_000 };

test("an intent is renamed, reverted, renamed again and published", async ({ page, server }) => {
  await enter(page, server.address, "admin@parlor.example", "/knowledge-base-management");
  await page.getByLabel("Search titles and sample questions").fill("zoom");
  await page.getByRole("link", { name: /^Board meeting dates and place/ }).click();
  await expect(page).toHaveURL(/words=zoom&intent=board-meeting-dates/);
  const form = page.getByRole("form", { name: "Intent" });
  const save = form.getByRole("button", { name: "Save to draft" });
  const bar = page.getByText(/^1 change is not published\./);

  await form.getByLabel("Title").fill("Board meetings");
  await save.click();
  await expect(bar).toBeVisible(patience);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(form.getByLabel("Title")).toHaveValue("Board meeting dates and place", patience);
  await expect(bar).toBeHidden();

  await form.getByLabel("Title").fill("Board meetings, when and where");
  await save.click();
  await expect(bar).toBeVisible(patience);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const publishing = page.getByRole("dialog", { name: "Publish 1 change" });
  await publishing.getByLabel("Release notes").fill("Board meetings in plain words");
  await publishing.getByRole("button", { name: "Publish version 2" }).click();
  await expect(publishing).toBeHidden(patience);
  await expect(bar).toBeHidden();

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Versions" }).click();
  const versions = page.getByRole("list", { name: "Versions" });
  await expect(versions).toContainText("Board meetings in plain words", patience);
  await versions.getByRole("button", { name: "Restore version 1" }).click();
  await expect(versions).toContainText("Back to version 1.", patience);
  await page.keyboard.press("Escape");
  await expect(form.getByLabel("Title")).toHaveValue("Board meeting dates and place", patience);
});
