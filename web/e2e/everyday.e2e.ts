// Everyday situations: colleagues on the same escalation, test cases, notes, settings, a lost
// connection.
import type { Page } from "@playwright/test";
import { expect, Resident, test } from "./support";
import { isScriptOf } from "./support/scripts";
import { enter } from "./support/session";

test.use({ dataset: "everyday" });

const dana = "admin@harborline.example";
const marcus = "manager@harborline.example";
const harbor = "/turbo?community=community-harbor-row";

const open = (page: Page) => page.getByRole("region", { name: "Open escalations" });
const desk = (page: Page) => page.getByRole("article", { name: /^Escalation from / });

test("E on an escalation that a colleague claimed offers to take over, and typed letters have no effect", async ({
  browser,
  page,
  server,
}) => {
  const theirs = await browser.newContext({ baseURL: server.address });
  const colleague = await theirs.newPage();
  await enter(colleague, server.address, marcus, "/escalations");
  const first = open(colleague).getByRole("link").first();
  await expect(first).not.toContainText("Claimed");
  await first.click();
  await colleague.getByLabel("Your answer").fill("I am on it.");
  await expect(first).toContainText("Claimed by you");
  const claimed = new URL(colleague.url()).searchParams.get("id") ?? "";

  await enter(page, server.address, dana, `/escalations?id=${claimed}`);
  await expect(desk(page).getByText("Marcus Bell is working on this.")).toBeVisible();
  const address = page.url();
  await page.keyboard.press("e");
  await page.keyboard.type("jk");
  await expect(page).toHaveURL(address);
  await page.keyboard.press("Tab");
  await expect(desk(page).getByRole("button", { name: "Take over" })).toBeFocused();
  await page.keyboard.press("Enter");
  const answer = desk(page).getByLabel("Your answer");
  await expect(answer).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Ask Jack? e j k ?");
  await expect(answer).toHaveValue("Ask Jack? e j k ?");
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await theirs.close();
});

test("questions from the test phone are tagged and never counted", async ({ page, server }) => {
  await enter(page, server.address, dana, "/escalations?order=newest");
  const count = page.getByRole("radio", { name: /^Open \d+$/ });
  await expect(count).toBeVisible();
  const before = (await count.textContent()) ?? "";
  const badge = page
    .getByRole("navigation", { name: "Screens" })
    .getByRole("link", { name: /^Escalations/ });
  const badgeBefore = await badge.getAttribute("aria-label");
  const sam = await Resident.at(server.address, "+12025550190");
  await sam.text("Can I put a ring doorbell on my front door or do I have to ask the board first?");
  const row = open(page).getByRole("link", { name: /555-0190/ });
  await expect(row.getByText("Test", { exact: true })).toBeVisible();
  await expect(count).toHaveText(before);
  expect(await badge.getAttribute("aria-label")).toBe(badgeBefore);
});

test("an escalation has notes, a priority and a category that was guessed or is empty", async ({
  page,
  server,
}) => {
  await enter(page, server.address, dana, "/escalations");
  await open(page)
    .getByRole("link", { name: /Priya Raman/ })
    .click();
  const category = desk(page).getByLabel("Category").locator("option:checked");
  await expect(category).not.toHaveText("General Information");
  await desk(page)
    .getByText(/^(Notes|\d+ notes?)$/)
    .click();
  await desk(page).getByLabel("New note").fill("Called the locksmith.");
  await desk(page).getByRole("button", { name: "Add note" }).click();
  await expect(desk(page).getByRole("list", { name: "Notes" })).toContainText(
    "Called the locksmith.",
  );
  await desk(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Set priority: high" }).click();
  const row = open(page).getByRole("link", { name: /Priya Raman/ });
  await expect(row.getByText("High priority")).toBeVisible();
  await page.reload();
  await expect(row.getByText("High priority")).toBeVisible();
  await expect(page.getByText(/\bthe the\b/i)).toHaveCount(0);
});

test("training shows how many residents it affects and is undone", async ({ page, server }) => {
  await enter(page, server.address, dana, harbor);
  const training = page.getByRole("switch", { name: "Training" });
  await expect(training).toHaveAccessibleDescription(/The bot answers residents of \d+ units/);
  await training.press("Space");
  await expect(training).toBeChecked();
  const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Training is on for" });
  await expect(toast).toContainText(/Your team answers residents of \d+ units\./);
  await toast.getByRole("button", { name: /^Undo/ }).click();
  await expect(training).not.toBeChecked();
  await expect(page.getByText(/\bthe the\b/i)).toHaveCount(0);
});

test("a phone number is accepted as people write it, and shown nationally", async ({
  page,
  server,
}) => {
  await enter(page, server.address, dana, "/admin?section=users");
  await page.getByRole("button", { name: "Invite user" }).click();
  const invitation = page.getByRole("dialog", { name: "Invite user" });
  const phone = invitation.getByLabel("Phone");
  for (const typed of ["(202) 555-0109", "202.555.0109", "+1 202 555 0109"]) {
    await phone.fill(typed);
    await phone.blur();
    await expect(phone).toHaveValue("(202) 555-0109");
    await expect(phone).not.toHaveAttribute("aria-invalid", "true");
  }
});

test("the administration has five groups, and the audit trail dates and differences", async ({
  page,
  server,
}) => {
  await enter(page, server.address, dana, "/admin?section=communities");
  const sections = page.getByRole("navigation", { name: "Administration" });
  await expect(sections.locator("p").filter({ hasText: /./ })).toHaveText([
    "People",
    "Communities",
    "Messaging",
    "Integrations",
    "System",
  ]);
  await page.getByRole("button", { name: "Osprey Lake", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Osprey Lake" });
  await sheet.getByLabel("Units").fill("77");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet).toHaveCount(0);
  await sections.getByRole("link", { name: "Audit trail" }).click();
  const first = page.getByRole("table", { name: "Audit trail" }).getByRole("row").nth(1);
  await expect(first).toContainText(/\d{1,2}:\d{2} [AP]M/);
  await first.getByRole("button", { name: "Community changed" }).click();
  const changes = page.getByRole("dialog").getByRole("region", { name: "Changes" });
  await expect(changes).toContainText(/Units\s*Before: \d+\s*After: 77/);
});

test("every route keeps the frame offline and names the missing screen", async ({
  page,
  context,
  server,
}) => {
  const isOfScreen = await isScriptOf(/\/(page|list|detail|[\w-]+-route)\.tsx$/);
  await page.route(isOfScreen, (route) => route.abort());
  await enter(page, server.address, dana, "/profile");
  const menu = page.getByRole("navigation", { name: "Screens" });
  // A missing part reloads the page once while there is a connection.
  await expect(page.getByRole("heading", { name: "Profile couldn't load" })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("You're offline.").first()).toBeVisible();
  for (const link of await menu.getByRole("link").all()) {
    const name = (await link.innerText()).split("\n")[0] ?? "";
    await link.click();
    const title = page.getByRole("main").getByRole("heading", { level: 1 });
    await expect(title, name).toContainText(new RegExp(`${name}.* couldn't load`));
    await expect(page.getByText("You're offline.").first()).toBeVisible();
    await expect(menu).toBeVisible();
    await expect(page.getByRole("button", { name: "Search" })).toBeVisible();
  }
  await context.setOffline(false);
});
