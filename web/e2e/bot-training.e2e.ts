// The main task of staff: the bot answers, staff answer what it can't, and the bot learns from
// them.
import type { Page } from "@playwright/test";
import { expect, Resident, test } from "./support";

test.use({ dataset: "bot-training" });

const doorbell = "Can I put a ring doorbell on my front door or do I have to ask the board first?";
const otherWords = "do i need permission from the board for a ring doorbell?";
const answer = "Yes, if it only sees your own doorway. Tell the office before you drill.";
const askingTheOffice = /I'm asking the office/;

test("staff answer a question, train the bot, and the bot answers the next one", async ({
  page,
  server,
  signIn,
}) => {
  const sam = await Resident.at(server.address, "+12025550190");
  const kim = await Resident.at(server.address, "+12025550188");

  await signIn("admin@harborline.example");
  await page.getByRole("main").getByRole("button", { name: "Harbor Row" }).click();
  await remember(page);

  await test.step("the bot answers a question that Harbor Row has an answer to", async () => {
    await ask(page, "how do i get a second parking permit");
    await expect(phone(page)).toContainText("A second one is $40 a month");
    const why = page.getByRole("complementary", { name: "Test phone" });
    await expect(why).toContainText("How do I get a second parking permit?");
    await expect(why).toContainText("House rules, p. 12");
  });

  await go(page, /^Escalations/);
  const list = page.getByRole("region", { name: "Open escalations" });
  const sams = list.getByRole("link", { name: /\(202\) 555-0190/ });
  await expect(list.getByRole("link").first()).toBeVisible();
  await expect(sams).toHaveCount(0);

  await test.step("a resident's question appears without a reload", async () => {
    await sam.text(doorbell);
    await expect.poll(() => sam.got()).toEqual([expect.stringMatching(askingTheOffice)]);
    // The newest one is last, below the visible rows.
    await list.getByRole("link").last().scrollIntoViewIfNeeded();
    await expect(sams).toContainText(doorbell);
  });

  const desk = page.getByRole("article", { name: "Escalation from (202) 555-0190" });
  const act = desk.getByRole("button", { name: "Answer, train and notify" });
  await test.step("staff answer, train and notify in one act", async () => {
    await sams.click();
    await expect(desk.getByRole("log")).toContainText(doorbell);
    await desk.getByLabel("Your answer").fill(answer);
    await expect(desk.getByRole("region", { name: "Notify the homeowner" })).toContainText(
      `Hi, about your question: ${answer} - Dana`,
    );
    await act.click();
    await expect(sams).toHaveCount(0);
  });

  await test.step("the answer is undone", async () => {
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect(sams).toBeVisible();
    await expect(desk.getByLabel("Your answer")).toHaveValue(answer);
    await kim.text(otherWords);
    await expect.poll(() => kim.got()).toEqual([expect.stringMatching(askingTheOffice)]);
  });

  await test.step("the answer is sent again without undo", async () => {
    const begun = Date.now();
    await act.click();
    await expect(sams).toHaveCount(0);
    await expect.poll(() => sam.got()).toHaveLength(2);
    expect(Date.now() - begun, "not sent while it can be undone").toBeGreaterThan(9000);
    expect((await sam.got())[1]).toContain(answer);
    await page.getByRole("radio", { name: /^Reviewed/ }).click();
    const reviewed = page.getByRole("region", { name: "Reviewed escalations" });
    await expect(reviewed.getByRole("link", { name: /\(202\) 555-0190/ })).toContainText("Trained");
  });

  await test.step("the bot answers the next resident, who asks in other words", async () => {
    await go(page, /^Turbo/);
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(phone(page)).not.toContainText("$40 a month");
    await ask(page, otherWords);
    await expect(phone(page)).toContainText(answer);
    await expect(phone(page)).not.toContainText(askingTheOffice);
  });

  expect(await remembered(page), "never reloaded").toBe(true);

  await test.step("staff log out", async () => {
    await page.getByRole("button", { name: "Dana Okafor, Administrator" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await expect(page).toHaveURL("/login");
    await page.goto("/escalations");
    await expect(page).toHaveURL("/login");
    await expect(page.getByLabel("Email")).toBeVisible();
  });
});

function phone(page: Page) {
  return page.getByRole("log", { name: "Test conversation with Harbor Row" });
}

async function ask(page: Page, words: string) {
  await page.getByLabel("Ask as a resident would").fill(words);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(phone(page)).toContainText(words);
}

async function go(page: Page, screen: RegExp) {
  await page
    .getByRole("navigation", { name: "Screens" })
    .getByRole("link", { name: screen })
    .click();
}

/** Marks the page. The mark is lost when the page reloads. */
async function remember(page: Page) {
  await page.evaluate(() => Object.assign(window, { parlorTestMark: true }));
}

async function remembered(page: Page) {
  return page.evaluate(() => "parlorTestMark" in window);
}
