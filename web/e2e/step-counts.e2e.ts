// How many steps frequent tasks take. A step is a click or a key that acts; typing text doesn't
// count.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support";
import { isScriptOf } from "./support/scripts";
import { enter } from "./support/session";

test.use({ dataset: "step-counts" });

const dana = "admin@harborline.example";
const marcus = "manager@harborline.example";

/** A user whose steps are counted. */
class User {
  steps = 0;

  constructor(readonly page: Page) {}

  async press(key: string) {
    this.steps += 1;
    await this.page.keyboard.press(key);
  }

  async click(target: Locator) {
    this.steps += 1;
    await target.click();
  }
}

function toIds(links: Element[]): string[] {
  return links.map(
    (link) => new URL((link as HTMLAnchorElement).href).searchParams.get("id") ?? "",
  );
}

test("five escalations are answered by keyboard, and a claimed one is skipped", async ({
  browser,
  page,
  server,
}) => {
  await enter(page, server.address, dana, "/escalations");
  const list = page.getByRole("region", { name: "Open escalations" });
  const skip = list.getByLabel("Skip claimed");
  await skip.click();
  await expect(skip).toBeChecked();
  const links = list.getByRole("link");
  await expect(links.nth(5)).toBeVisible();
  const theirs = await browser.newContext({ baseURL: server.address });
  const colleague = await theirs.newPage();
  await enter(colleague, server.address, marcus, "/escalations");
  // An escalation that both users see, between those that Dana will answer.
  const shared = colleague.getByRole("region", { name: "Open escalations" }).getByRole("link");
  await expect(shared.first()).toBeVisible();
  const theirIds = await shared.evaluateAll(toIds);
  const ids = await links.evaluateAll(toIds);
  const claimed = ids.slice(1, 5).find((id) => theirIds.includes(id)) ?? "";
  await colleague.goto(`/escalations?id=${claimed}`);
  await colleague.getByLabel("Your answer").fill("I am on it.");
  await expect(links.nth(ids.indexOf(claimed))).toContainText("Claimed by Marcus");

  await links.first().click();
  const open = page.getByRole("article", { name: /^Escalation from / });
  await expect(open).toBeVisible();
  const user = new User(page);
  const answered: string[] = [];
  for (let number = 1; number <= 5; number += 1) {
    answered.push((await open.getAttribute("aria-label")) ?? "");
    const before = user.steps;
    const address = page.url();
    await user.press("e");
    await expect(open.getByLabel("Your answer")).toBeFocused();
    await user.press("Control+a");
    await page.keyboard.type(`Answer ${number} to you.`);
    await user.press("Control+Enter");
    await expect(page).not.toHaveURL(address);
    await expect(open).toBeFocused();
    expect(user.steps - before).toBeLessThanOrEqual(3);
  }
  await expect(list.locator(`a[href*="${claimed}"]`)).toContainText("Claimed by Marcus");
  await page.getByRole("radio", { name: /^Reviewed/ }).click();
  const reviewed = page.getByRole("region", { name: "Reviewed escalations" }).getByRole("link");
  for (const [at, name] of answered.reverse().entries()) {
    // The last answer may still be on its way to the server.
    await expect(reviewed.nth(at)).toContainText(name.replace("Escalation from ", ""));
    await reviewed.nth(at).click();
    await expect(page.getByRole("article", { name, exact: true })).toContainText(
      `Answer ${5 - at} to you.`,
    );
  }
});

test("an answer is changed in three steps", async ({ page, server }) => {
  await enter(page, server.address, dana, "/turbo?community=community-harbor-row");
  await expect(page.getByRole("button", { name: "Can I use the dock?" })).toBeVisible();
  const user = new User(page);
  await user.press("j");
  await user.press("e");
  await expect(page.getByLabel("Answer", { exact: true })).toBeFocused();
  await page.keyboard.type(" Ask the office if in doubt.");
  await user.press("Control+Enter");
  await expect(page.getByText("behind row D. Ask the office if in doubt.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
  expect(user.steps).toBe(3);
});

test("two keys in quick succession both take effect", async ({ page, server }) => {
  await enter(page, server.address, dana, "/turbo?community=community-harbor-row");
  await expect(page.getByRole("button", { name: "Can I use the dock?" })).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await Promise.all([page.keyboard.press("j"), page.keyboard.press("e")]);
  await expect(page.getByLabel("Answer", { exact: true })).toBeFocused();
});

test("a community and a user are added, and no input is refused", async ({ page, server }) => {
  await enter(page, server.address, dana, "/admin?section=communities");
  const user = new User(page);
  await user.click(page.getByRole("button", { name: "New community" }));
  const community = page.getByRole("dialog", { name: "New community" });
  await community.getByLabel("Name").fill("Heron Bay");
  await community.getByLabel("Code in Vantaca").fill("HB-01");
  await community.getByLabel("Escalations go to").fill("office@harborline.example");
  await user.click(community.getByRole("button", { name: "Create community" }));
  await expect(community).toHaveCount(0);
  await user.click(page.getByRole("link", { name: "Users" }));
  await user.click(page.getByRole("button", { name: "Invite user" }));
  const invitation = page.getByRole("dialog", { name: "Invite user" });
  await invitation.getByLabel("First name").fill("Ann");
  await invitation.getByLabel("Last name").fill("Lee");
  await invitation.getByLabel("Email").fill("ann.lee@harborline.example");
  await user.click(invitation.getByRole("button", { name: "Send invitation" }));
  await expect(page.getByRole("row").filter({ hasText: "Ann Lee" })).toContainText("Invited");
  expect(user.steps).toBe(5);
});

test("a conversation is taken over and answered in three steps", async ({ page, server }) => {
  await enter(page, server.address, "admin@parlor.example", "/messages");
  const open = page.getByRole("article", { name: /^Conversation with / });
  await expect(open.getByRole("button", { name: "Take over" })).toBeVisible();
  const user = new User(page);
  await user.press("t");
  await user.press("r");
  await page.keyboard.type("It is Tuesday this week.");
  await user.press("Control+Enter");
  await expect(open.getByText("Claimed by you")).toBeVisible();
  await expect(open.getByRole("log")).toContainText("It is Tuesday this week.");
  expect(user.steps).toBe(3);
});

/** What selecting a homeowner opens: a conversation, or the accounts of the community. */
function openedHomeowner(page: Page): Locator {
  const accounts = page.getByRole("dialog", { name: "Homeowner accounts" });
  return page.getByRole("main").or(accounts).filter({ hasText: "Lindqvist" });
}

test("a homeowner is found from anywhere in two steps", async ({ page, server }) => {
  await enter(page, server.address, dana, "/profile");
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  const user = new User(page);
  await user.press("Control+k");
  await page.keyboard.type("Lindqvist");
  const found = page.getByRole("dialog", { name: "Search" }).getByRole("menuitem");
  await expect(found.first()).toContainText("Lindqvist");
  await user.press("Enter");
  await expect(openedHomeowner(page)).toBeVisible();
  expect(user.steps).toBe(2);
});

test("keys pressed before the search has loaded or found results take effect", async ({
  page,
  server,
}) => {
  /** Holds back matching responses, and returns a function that releases them. */
  const hold = async (address: RegExp | ((url: URL) => boolean)) => {
    let letGo = () => {};
    const released = new Promise<void>((release) => {
      letGo = release;
    });
    await page.route(address, async (route) => {
      await released;
      await route.fallback();
    });
    return letGo;
  };
  const releasePalette = await hold(await isScriptOf(/\/palette\.tsx$/));
  await enter(page, server.address, dana, "/profile");
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Search" });
  const field = dialog.getByRole("searchbox");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Lind");
  await expect(dialog).toHaveAttribute("aria-busy", "true");
  releasePalette();
  await expect(dialog).not.toHaveAttribute("aria-busy", "true");
  await expect(dialog.locator("[role=menuitem][data-focused]")).toContainText("Lindqvist");
  await expect(field).toBeFocused();

  // Otherwise the results of the previous search would have the next words too.
  const searched = page.waitForResponse(
    (response) =>
      response.url().endsWith("/SearchHomeownerAccounts") &&
      response.request().postDataBuffer()?.includes("Quetzal") === true,
  );
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Quetzal");
  await searched;
  await expect(dialog).toContainText("No matches.");
  const releaseAccounts = await hold(/SearchHomeownerAccounts$/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("TM-1001");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("No matches.");
  releaseAccounts();
  await expect(openedHomeowner(page)).toBeVisible();
});
