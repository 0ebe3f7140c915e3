// Behavior with missing parts, new versions and several tabs.
import type { Page } from "@playwright/test";
import { expect, Resident, test } from "./support";
import { isScriptOf } from "./support/scripts";
import { enter, goWithin } from "./support/session";

test.use({ dataset: "resilience" });

const dana = "admin@harborline.example";

test("a missing chunk reloads the page once, then shows an error", async ({ page, server }) => {
  await enter(page, server.address, dana, "/profile");
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  const isOfScreen = await isScriptOf(/\/(page|detail|list)\.tsx$/);
  await page.route(isOfScreen, (route) => route.abort());
  await page.getByRole("link", { name: /^Escalations/ }).click();
  const card = page.getByRole("main").getByRole("alert");
  await expect(card).toContainText("Escalations couldn't load");
  await expect(page.getByRole("navigation", { name: "Screens" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Search" })).toBeVisible();
  await expect.poll(() => loads, { message: "reloaded once" }).toBe(1);
  await page.unroute(isOfScreen);
  await card.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Escalations" })).toBeVisible();
});

test("a notice is shown while the network is down", async ({ page, context, server }) => {
  await enter(page, server.address, dana, "/profile");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("You're offline.")).toHaveCount(0);
});

test("a new version is offered on return and loaded on request", async ({ page, server }) => {
  await page.clock.install();
  await enter(page, server.address, dana, "/profile");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // The version check loads shortly after the screen.
  await expect(page.locator("main > [role=status]")).toBeAttached();
  const news = page.getByText("A new version is ready.");
  const comeBack = () => page.evaluate(() => dispatchEvent(new Event("focus")));

  await page.clock.fastForward(61_000);
  await Promise.all([page.waitForResponse("**/index.html"), comeBack()]);
  await expect(news, "the same build").toHaveCount(0);

  await page.route("**/index.html", async (route) => {
    const response = await route.fetch({ maxRetries: 3 });
    const body = (await response.text()).replace(
      /assets\/index-[\w-]+\.js/,
      "assets/index-other.js",
    );
    await route.fulfill({ response, body });
  });
  await page.clock.fastForward(61_000);
  await comeBack();
  await expect(news).toBeVisible();
  await Promise.all([
    page.waitForEvent("load"),
    page.getByRole("button", { name: "Update now" }).click(),
  ]);
  await expect(news).toHaveCount(0);
});

const line = "**/WatchEvents";

const sams = (page: Page) =>
  page.getByRole("region", { name: "Open escalations" }).getByRole("link", { name: /555-0190/ });

test("one stream serves all tabs, and another tab takes over", async ({
  page,
  context,
  server,
}) => {
  let lines = 0;
  context.on("request", (request) => {
    if (request.url().endsWith("/WatchEvents")) lines += 1;
  });
  const opened = page.waitForRequest(line);
  await enter(page, server.address, dana, "/escalations?order=newest");
  await opened;
  const other = await context.newPage();
  await other.goto("/escalations?order=newest");
  await expect(other.getByRole("region", { name: "Open escalations" })).toBeVisible();
  await expect(sams(other)).toHaveCount(0);
  // Once the tab waits for the lock, it receives the events that the first tab passes on.
  const waiting = () => other.evaluate(async () => (await navigator.locks.query()).pending?.length);
  await expect.poll(waiting).toBe(1);

  const sam = await Resident.at(server.address, "+12025550190");
  await sam.text("Can I put a ring doorbell on my front door or do I have to ask the board first?");
  for (const tab of [page, other]) await expect(sams(tab)).toBeVisible();
  expect(lines, "for both tabs").toBe(1);

  const takenOver = other.waitForRequest(line);
  await page.close();
  await takenOver;
  const kim = await Resident.at(server.address, "+12025550188");
  await kim.text("do i need permission from the board for a ring doorbell?");
  await expect(
    other.getByRole("region", { name: "Open escalations" }).getByRole("link", { name: /555-0188/ }),
  ).toBeVisible();
});

const routes = [
  "/turbo",
  "/escalations",
  "/answers",
  "/testwindow",
  "/admin",
  "/profile",
  "/oauth2/v1/auth",
  "/writingAssistant",
  "/webChat",
  "/textBlast",
  "/serviceRequestMain",
  "/serviceRequestCreate",
  "/serviceRequest",
  "/serviceRequestPending",
  "/serviceRequestApproved",
  "/serviceRequestMainUpdated",
  "/reporting",
  "/messages",
  "/playground",
  "/omnichannel",
  "/email",
  "/assistants",
  "/knowledge-base-management",
  "/no-such-screen",
];

test("no route breaks the content security policy", async ({ page, server }) => {
  const policy = (await page.goto("/login"))?.headers()["content-security-policy"] ?? "";
  const scripts = policy.split(";").find((part) => part.trim().startsWith("script-src"));
  expect(scripts?.trim()).toBe("script-src 'self'");

  const broken: string[] = [];
  await page.exposeFunction("tellBroken", (what: string) => void broken.push(what));
  await page.addInitScript(() => {
    const tell = (window as unknown as { tellBroken: (what: string) => void }).tellBroken;
    document.addEventListener("securitypolicyviolation", (event) =>
      tell(`${location.pathname}: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  await page.goto("/reset-password");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const email of ["admin@parlor.example", dana]) {
    await enter(page, server.address, email, "/profile");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const route of routes) {
      await goWithin(page, route);
      await expect(page).toHaveURL(route);
      await expect(page.getByRole("heading", { level: 1 }).first(), route).toBeVisible();
    }
  }
  expect(broken).toEqual([]);
});
