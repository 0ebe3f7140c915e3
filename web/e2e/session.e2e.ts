// Sessions start, expire and end, in this tab and in others.
import type { Page, Request } from "@playwright/test";
import { expect, test } from "./support";
import { enter, tokenKey } from "./support/session";

test.use({ dataset: "session" });

const dana = "admin@harborline.example";

function token(page: Page) {
  return page.evaluate((key) => localStorage.getItem(key), tokenKey);
}

test("a planted path to another site is not followed after the login", async ({ page, signIn }) => {
  for (const hostile of ["//evil.example/turbo", "/\\evil.example", "https://evil.example/turbo"]) {
    await page.goto("/login");
    await page.evaluate((path) => sessionStorage.setItem("parlor.return", path), hostile);
    await signIn(dana);
    await expect(page).toHaveURL("/turbo");
    await page.evaluate(() => localStorage.clear());
  }
});

test("a user whose company fails to load is sent to the login", async ({ page, server }) => {
  await page.route("**/parlor.v1.CompanyService/GetCompany", (route) => route.abort());
  await enter(page, server.address, dana, "/escalations?tab=reviewed");
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("Please login again", { exact: true })).toBeVisible();
  expect(await token(page)).toBeNull();
});

test("a session that ends during an action keeps the draft and the location", async ({
  page,
  server,
}) => {
  // Blocks the event stream, which would notice the end of the session first.
  await page.route("**/WatchEvents", (route) => route.abort());
  const calls = new Set<Request>();
  page.on("request", (request) => {
    if (request.url().includes("/parlor.v1.")) calls.add(request);
  });
  page.on("requestfinished", (request) => void calls.delete(request));
  page.on("requestfailed", (request) => void calls.delete(request));
  const own = await enter(page, server.address, dana, "/escalations");
  await page.getByRole("link", { name: /Priya Raman/ }).click();
  // Until the URL names it, the first escalation would get the answer.
  await expect(page).toHaveURL(/\bid=/);
  const place = new URL(page.url());
  const desk = page.getByRole("article", { name: "Escalation from Priya Raman" });
  const answer = desk.getByLabel("Your answer");
  await expect(answer).toBeVisible();
  // Waits for the conversation, because a call in progress would fail before anything is written.
  await expect(desk.getByRole("log")).toBeVisible();
  await expect.poll(() => calls.size).toBe(0);
  const ended = await fetch(`${server.address}/users/logout`, {
    method: "POST",
    headers: { usertoken: own, "content-type": "application/json" },
    body: "{}",
  });
  expect(ended.status).toBe(200);
  // Typing loads a preview of the notice to the homeowner, which is a call.
  const words = "Yes, but tell the office before you drill.";
  await answer.fill(words);
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("Please login again", { exact: true })).toBeVisible();
  await expect(page.getByText("You'll return to Escalations.")).toBeVisible();
  expect(await token(page)).toBeNull();

  await page.getByLabel("Email").fill(dana);
  await page.getByLabel("Password", { exact: true }).fill("parlor-demo-house");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(place.pathname + place.search);
  await expect(answer).toHaveValue(words);
});

test("logging out clears the token and cached data in all tabs", async ({
  page,
  context,
  server,
}) => {
  await enter(page, server.address, dana, "/turbo");
  await page.getByRole("main").getByRole("button", { name: "Harbor Row" }).click();
  await page.getByLabel("Ask as a resident would").fill("when is trash day");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByRole("button", { name: "Why: when is trash day" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBeGreaterThan(0);
  const other = await context.newPage();
  await other.goto("/profile");
  await expect(other.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();

  await other.getByRole("button", { name: "Dana Okafor, Administrator" }).click();
  await other.getByRole("menuitem", { name: "Logout" }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL("/login");
    await expect(tab.getByText("Please login again")).toHaveCount(0);
    expect(await token(tab)).toBeNull();
    const seen = await tab.evaluate(() => ({
      tab: Object.keys(sessionStorage),
      kept: Object.keys(localStorage),
    }));
    expect(seen).toEqual({ tab: [], kept: ["parlor.session-end"] });
  }
  await page.goBack();
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("going back while the login screen loads leads to the login", async ({ page, server }) => {
  let load = () => {};
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  await enter(page, server.address, dana, "/turbo");
  await page.getByRole("main").getByRole("button", { name: "Harbor Row" }).click();
  await expect(page).toHaveURL(/\bcommunity=/);
  await page.getByRole("button", { name: "Dana Okafor, Administrator" }).click();
  // Chunks have no names: all that load from now on wait.
  await page.route("**/assets/*.js", async (route) => {
    await loading;
    await route.continue();
  });
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await page.goBack();
  await expect(page).toHaveURL("/login");
  load();
  await expect(page.getByLabel("Email")).toBeVisible();
});
