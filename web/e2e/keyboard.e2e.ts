// The main tasks of each screen by keyboard alone, from the first Tab to the result. Pages are
// opened by address or by key; the pointer is never used.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support";
import { press, tabTo } from "./support/keys";
import { back, issuePartner } from "./support/partner";
import { password } from "./support/resident";
import { enter } from "./support/session";

test.use({ dataset: "keyboard", elsewhere: [new URL(back).origin] });

const dana = "admin@harborline.example";
const marcus = "manager@harborline.example";
const northgate = "admin@northgate.example";

/** Undoes an action with the keyboard once that is offered. */
async function undo(page: Page) {
  await expect(page.getByRole("button", { name: /^Undo/ })).toHaveCount(1);
  await page.keyboard.press("z");
}

async function write(page: Page, field: Locator, words: string) {
  await tabTo(page, field);
  await page.keyboard.type(words);
  await expect(field).toHaveValue(words);
}

test("a visitor leaves an unknown page and logs in by keyboard", async ({ page }) => {
  await page.goto("/no-such-screen");
  await press(page, page.getByRole("button", { name: "Go Home" }));
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Email"), "the first field has the focus").toBeFocused();
  await page.keyboard.type(marcus);
  await write(page, page.getByLabel("Password", { exact: true }), password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/turbo");
});

test("a password is reset by keyboard", async ({ page, server }) => {
  const email = "blaster@harborline.example";
  await page.goto("/login");
  await press(page, page.getByRole("link", { name: "Forgot password?" }));
  await expect(page).toHaveURL("/reset-password");
  // The login has the same field and is shown until this screen has loaded.
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  const field = page.getByLabel("Email");
  await tabTo(page, field);
  // The field may already contain the address of the login.
  await page.keyboard.press("Control+a");
  await write(page, field, email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toBeVisible();
  await expect.poll(() => server.mailsTo(email)).toHaveLength(1);
  const [mail = ""] = await server.mailsTo(email);
  await page.goto(/\/reset-password\/\S+/.exec(mail)?.[0] ?? "");
  await write(page, page.getByLabel("New password"), "lantern cobalt otter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your password is set" })).toBeVisible();
});

test("a partner's access is allowed and denied by keyboard", async ({ page, server }) => {
  await page.route(`${back}*`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Elm Ledger</h1>" }),
  );
  const { authorizationParams } = await issuePartner(server.address, "Elm Ledger");
  for (const name of ["Deny", "Allow"]) {
    await enter(page, server.address, marcus, `/oauth2/v1/auth?${authorizationParams}`);
    await press(page, page.getByRole("button", { name }));
    await expect(page.getByRole("heading", { name: "Elm Ledger", exact: true })).toBeVisible();
    const came = new URL(page.url()).searchParams;
    expect(came.has("code")).toBe(name === "Allow");
  }
});

test("menu, palette and picker work by keyboard", async ({ page, server }) => {
  await enter(page, server.address, dana, "/profile");
  const menu = page.getByRole("navigation", { name: "Screens" });
  await press(page, menu.getByRole("link", { name: /^Turbo/ }));
  await expect(page).toHaveURL(/^[^?]*\/turbo/);
  const picker = page.getByRole("combobox", { name: "Community" });
  await write(page, picker, "osp");
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/turbo\?community=/);
  await expect(picker).toHaveValue("Osprey Lake");

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search" });
  await expect(palette.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("escala");
  await expect(palette.getByRole("menuitem", { name: /^Escalations/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/escalations");
});

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

test("the profile is edited by keyboard", async ({ page, server }) => {
  await enter(page, server.address, marcus, "/profile");
  const you = page.getByRole("region", { name: "You" });
  const phone = you.getByLabel("Phone");
  await tabTo(page, phone);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("+12025550123");
  await press(page, you.getByRole("button", { name: "Save" }));
  await expect(page.getByText("Profile saved.")).toBeVisible();
  await tabTo(page, page.getByRole("radio", { name: "System" }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const vendors = page.getByRole("region", { name: "Preferred vendors" });
  await write(page, vendors.getByLabel("Add a vendor"), "Ace Plumbing");
  await page.keyboard.press("Enter");
  await press(page, vendors.getByRole("button", { name: "Save vendors" }));
  await expect(page.getByText("Vendors saved.")).toBeVisible();
});

test("a user is invited and a community edited by keyboard", async ({ page, server }) => {
  await enter(page, server.address, dana, "/admin?section=users");
  const invite = page.getByRole("button", { name: "Invite user" });
  await press(page, invite);
  const sheet = page.getByRole("dialog", { name: "Invite user" });
  await write(page, sheet.getByLabel("First name"), "Kim");
  await write(page, sheet.getByLabel("Last name"), "Sato");
  await write(page, sheet.getByLabel("Email"), "kim.sato@harborline.example");
  await tabTo(page, sheet.getByLabel("Job title"));
  await page.keyboard.type("Leas");
  await expect(sheet.getByLabel("Job title")).toHaveValue("Leasing");
  await press(page, sheet.getByRole("button", { name: "Send invitation" }));
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "Kim Sato" })).toContainText("Invited");

  await press(page, page.getByRole("button", { name: "More actions for Marcus Bell" }));
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "More actions for Marcus Bell" })).toBeFocused();

  const tabs = page.getByRole("navigation", { name: "Administration" });
  await press(page, tabs.getByRole("link", { name: "Communities" }));
  const lake = page.getByRole("button", { name: "Osprey Lake", exact: true });
  await press(page, lake);
  const change = page.getByRole("dialog", { name: "Osprey Lake" });
  await tabTo(page, change.getByLabel("Units"));
  await page.keyboard.press("Control+a");
  await page.keyboard.type("7");
  await press(page, change.getByRole("button", { name: "Save" }));
  await expect(change).toHaveCount(0);
  await expect(lake).toBeFocused();
  const row = page.getByRole("row").filter({ hasText: "Osprey Lake" });
  await expect(row.getByRole("cell").nth(1)).toHaveText("7");
});
