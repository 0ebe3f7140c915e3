// Answering residents by keyboard alone: answers, escalations and conversations. Pages are opened
// by address or by key; the pointer is never used.

import { expect, test } from "./support";
import { press, tabTo, undo, write } from "./support/keys";
import { enter } from "./support/session";

test.use({ dataset: "keyboard" });

const dana = "admin@harborline.example";
const northgate = "admin@northgate.example";

test("training is switched and the test phone used by keyboard", async ({ page, server }) => {
  await enter(page, server.address, dana, "/turbo?community=none");
  await press(page, page.getByRole("main").getByRole("button", { name: "Harbor Row" }));
  const training = page.getByRole("switch", { name: "Training" });
  for (const on of [true, false]) {
    await press(page, training, "Space");
    await expect(training).toBeChecked({ checked: on });
  }
  // The phone follows all answers, so it is reached faster from the end of the page.
  await tabTo(page, page.getByLabel("Ask as a resident would"), "Shift+Tab");
  await page.keyboard.type("when is trash day");
  await page.keyboard.press("Enter");
  const why = page.getByRole("button", { name: "Why: when is trash day" });
  await tabTo(page, why, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: "Test phone" })).toContainText(
    "Closest answers",
  );
});

test("an answer is added, found and deleted by keyboard", async ({ page, server }) => {
  await enter(page, server.address, northgate, "/answers");
  await press(page, page.getByRole("button", { name: "Add answer" }));
  const form = page.getByRole("form", { name: "Add an answer" });
  const question = "Where is the sun deck?";
  await write(page, form.getByLabel("Question", { exact: true }), question);
  await write(page, form.getByLabel("Answer"), "On the roof, from April to October.");
  await press(page, form.getByRole("button", { name: /^Save/ }));
  await expect(form).toHaveCount(0);
  await write(page, page.getByLabel("Find in questions and answers"), "sun deck");
  await press(page, page.getByRole("button", { name: `Delete: ${question}` }));
  await expect(page.getByRole("button", { name: `Delete: ${question}` })).toHaveCount(0);
  await undo(page);
  await expect(page.getByRole("button", { name: `Delete: ${question}` })).toBeVisible();
});

test("a sample question is asked by keyboard", async ({ page, server }) => {
  await enter(page, server.address, northgate, "/testwindow");
  const side = page.getByRole("region", { name: "Resident and community" });
  const sample = side.getByRole("listitem").getByRole("button").first();
  await press(page, sample);
  const question = await sample.innerText();
  await press(page, page.getByRole("button", { name: `Why: ${question}` }));
  await press(page, side.getByRole("button", { name: "Start over" }));
  await expect(page.getByText("Ask a question to see which answer")).toBeVisible();
});

test("an escalation is answered and dismissed by keyboard", async ({ page, server }) => {
  await enter(page, server.address, dana, "/escalations");
  const list = page.getByRole("region", { name: "Open escalations" });
  await expect(list.getByRole("link").first()).toBeVisible();
  // The urgent escalations come first, and an answer to one does not train the bot by default.
  const urgent = await list.getByRole("link", { name: /Urgent/ }).count();
  for (let step = 0; step < urgent; step += 1) await page.keyboard.press("j");
  await expect(page).toHaveURL(/\bid=/);
  const desk = page.getByRole("article", { name: /^Escalation from / });
  const name = await desk.getAttribute("aria-label");
  const here = page.getByRole("article", { name: name ?? "", exact: true });
  const answer = here.getByLabel("Your answer");
  await expect(answer).toBeVisible();
  await page.keyboard.press("e");
  await expect(answer).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Yes, from nine to five.");
  await press(page, here.getByRole("checkbox", { name: "Train the bot" }), "Space");
  await expect(here.getByRole("button", { name: "Answer and notify" })).toBeVisible();
  await press(page, here.getByRole("button", { name: "Answer and notify" }));
  await expect(here).toHaveCount(0);
  await undo(page);
  await expect(answer).toHaveValue("Yes, from nine to five.");

  await press(page, here.getByRole("button", { name: "Dismiss…" }));
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(here).toHaveCount(0);
  await undo(page);
  await expect(answer).toBeVisible();

  await tabTo(page, page.getByRole("radio", { name: /^Open/ }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  const reviewed = page.getByRole("region", { name: "Reviewed escalations" });
  await expect(reviewed.getByRole("link").first()).toBeVisible();
  await press(page, reviewed.getByRole("link").nth(1));
  await expect(page).toHaveURL(/\bid=/);
});

test("a conversation is claimed, answered and handed back by keyboard", async ({
  page,
  server,
}) => {
  await enter(page, server.address, "admin@parlor.example", "/messages");
  const list = page.getByRole("region", { name: "Conversations", exact: true });
  await expect(list.getByRole("link").first()).toBeVisible();
  await press(page, list.getByRole("link", { name: /Terrence Boyd/ }));
  const talk = page.getByRole("article", { name: "Conversation with Terrence Boyd" });
  await expect(talk.getByRole("log")).toBeVisible();
  await press(page, talk.getByRole("button", { name: "Take over" }));
  await expect(talk.getByText("Claimed by you")).toBeVisible();

  await tabTo(page, talk.getByLabel("Your reply"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(talk.getByLabel("Your note")).toBeFocused();
  await page.keyboard.type("Called twice.");
  await page.keyboard.press("Control+Enter");
  await expect(talk.locator(".message--note")).toContainText("Called twice.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  await expect(talk.getByLabel("Your reply")).toBeFocused();
  await page.keyboard.type("We are on it.");
  await page.keyboard.press("Control+Enter");
  await expect(talk.getByRole("log")).toContainText("We are on it.");
  await page.keyboard.press("Escape");
  await undo(page);
  await expect(talk.getByLabel("Your reply")).toHaveValue("We are on it.");

  await press(page, talk.getByRole("button", { name: "Hand back" }));
  await expect(talk.getByText("Bot is answering")).toBeVisible();
  await press(page, talk.getByRole("button", { name: "Snooze" }));
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(talk.getByText(/^Snoozed until/)).toBeVisible();
});
