// Testing the bot: results are saved as test cases, changes show up, and two variants are compared
// before one is applied to the community. Residents get no texts.
import type { Page } from "@playwright/test";
import { expect, test } from "./support";
import { enter, openSession } from "./support/session";

test.use({ dataset: "bot-testing" });

const laundry = "is the laundry open at night";

/** Deletes an answer through the API, as a colleague would. */
async function deleteAnswer(address: string, words: string) {
  const usertoken = await openSession(address, "admin@northgate.example");
  const answers = `${address}/textCommunities/community/community-larkspur-commons/answers`;
  const found = await fetch(`${answers}?query=${words}`, { headers: { usertoken } });
  const {
    answers: [answer],
  } = (await found.json()) as { answers: { _id: string }[] };
  const gone = await fetch(`${answers}/${answer?._id}`, {
    method: "DELETE",
    headers: { usertoken },
  });
  expect(gone.status).toBe(200);
}

async function ask(page: Page, words: string) {
  await page.getByLabel("Ask as a resident would").fill(words);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
}

test("a text is saved as a test case, and a run shows what changed", async ({ page, server }) => {
  const path = "/testwindow?community=community-larkspur-commons";
  await enter(page, server.address, "admin@northgate.example", path);
  const cases = page.getByRole("region", { name: "Test cases" });
  await expect(cases).toContainText("No test cases yet");
  await ask(page, laundry);
  await page.getByRole("button", { name: `Save as test case: ${laundry}` }).click();
  const runAll = cases.getByRole("button", { name: "Run all" });
  await runAll.click();
  await expect(cases).toContainText("All 1 passed.");

  await deleteAnswer(server.address, "laundry+open+at+night");
  await runAll.click();
  await expect(cases).toContainText("1 failed · 0 passed · 1 changed since the last run.");
  const failed = cases.getByRole("region", { name: "Failed" });
  await expect(failed).toContainText("Passed before");
  await expect(failed).toContainText("which was deleted");

  await cases.getByRole("button", { name: `Delete: ${laundry}` }).click();
  await expect(cases).toContainText("No test cases yet");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(failed).toContainText(laundry);
});

test("two variants are compared, and one is applied to the community", async ({ page, server }) => {
  const path = "/playground?community=community-fenwick-court";
  await enter(page, server.address, "admin@parlor.example", path);
  await page.getByRole("button", { name: "Use residents' recent questions" }).click();
  await expect(page.getByLabel("Questions, one per line")).not.toHaveValue("");
  const b = page.getByRole("region", { name: "Variant B" });
  await expect(b).toContainText("Current version");
  await b.getByLabel("Confidence needed").fill("95");
  await expect(b).toContainText("1 change");
  await page.getByRole("button", { name: "Compare" }).click();
  const results = page.getByRole("region", { name: "Comparison" });
  await expect(results.getByRole("status")).toContainText("answered");

  await b.getByRole("button", { name: "Apply to community" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("definition")).toHaveText("58% → 95%");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(b).toContainText("Current version");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(b).toContainText("1 change");
});
