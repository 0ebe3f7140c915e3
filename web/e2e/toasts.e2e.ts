// Toasts as staff see them: five kinds, closed after three seconds of the page's clock, or by the
// user.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support";
import { tabTo } from "./support/keys";
import { enter } from "./support/session";

test.use({ dataset: "toasts" });

const dana = "admin@harborline.example";
const marcus = "manager@harborline.example";

const lasts = 3000;
const step = 20;
/** How far the page may lag behind its clock while rendering. */
const slack = 5 * step;

const now = (page: Page) => page.evaluate(() => Date.now());

/** Stops the page's clock. From here on the test advances it. */
async function stopClock(page: Page) {
  await page.clock.pauseAt((await now(page)) + 60_000);
  // A pointer over a toast would keep it open.
  await page.mouse.move(700, 100);
}

/** Advances the clock by one step, and lets the page render. */
async function pass(page: Page) {
  await page.clock.runFor(step);
  await page.evaluate(
    () =>
      new Promise((next) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = next;
        port2.postMessage(undefined);
      }),
  );
}

function notice(page: Page, words: string | RegExp) {
  const cards = page.locator('[data-sonner-toast][data-removed="false"]');
  return cards.filter({ hasText: words });
}

/** Advances the clock until something is on the page. */
async function passUntil(page: Page, one: Locator) {
  while ((await one.count()) === 0) await pass(page);
}

/** Advances the clock until the toast appears. Returns the time. */
async function appears(page: Page, one: Locator): Promise<number> {
  await passUntil(page, one);
  const box = await one.locator(".toast").boundingBox();
  expect(box?.width).toBeLessThanOrEqual(400);
  return now(page);
}

async function leavesAfterThreeSeconds(page: Page, one: Locator) {
  const came = await appears(page, one);
  // Steps are needed only around the time when the toast may leave.
  await page.clock.runFor(lasts - 2 * slack);
  while ((await one.count()) > 0 && (await now(page)) - came < 2 * lasts) await pass(page);
  const stayed = (await now(page)) - came;
  expect(stayed).toBeGreaterThanOrEqual(lasts - slack);
  expect(stayed).toBeLessThanOrEqual(lasts + slack);
}

async function isClosed(page: Page, one: Locator) {
  const came = await appears(page, one);
  await one.getByRole("button", { name: "Dismiss notice" }).press("Enter");
  while ((await one.count()) > 0) await pass(page);
  expect((await now(page)) - came, "long before it closes by itself").toBeLessThan(lasts / 3);
}

test("an error", async ({ page, server }) => {
  await page.clock.install();
  await enter(page, server.address, dana, "/turbo");
  await page.getByRole("main").getByRole("button", { name: "Harbor Row" }).click();
  const training = page.getByRole("switch", { name: "Training" });
  await expect(training).toBeAttached();
  await page.route("**/SetTraining", (route) => route.abort());
  await stopClock(page);
  const refused = notice(page, "Training wasn't changed.");
  for (const leaves of [leavesAfterThreeSeconds, isClosed]) {
    await training.press("Space");
    await passUntil(page, refused);
    expect(await refused.getByRole("alert").count(), "it interrupts who listens").toBe(1);
    await leaves(page, refused);
  }
});

test("a success, and a warning", async ({ page, server }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const writeText = async () => {
      if ("clipboardRefuses" in window) throw new Error("No.");
    };
    Object.defineProperty(navigator, "clipboard", { value: { writeText } });
  });
  await page.route("**/ListEscalations", (route) =>
    route.fulfill({
      contentType: "application/grpc-web+proto",
      headers: { "grpc-status": "13", "x-request-id": "0199d0c2-7f3a" },
    }),
  );
  await enter(page, server.address, dana, "/escalations");
  const copy = page.getByRole("button", { name: "Copy request ID" }).first();
  await expect(copy).toBeVisible();
  await stopClock(page);
  for (const words of ["Request ID copied.", "Couldn't copy."]) {
    for (const leaves of [leavesAfterThreeSeconds, isClosed]) {
      await copy.press("Enter");
      await leaves(page, notice(page, words));
    }
    await page.evaluate(() => Object.assign(window, { clipboardRefuses: true }));
  }
});

test("work in progress, until it succeeds or fails", async ({ page, server }) => {
  await page.clock.install();
  await enter(page, server.address, dana, "/admin?section=users");
  await page.getByRole("button", { name: "Invite user" }).click();
  const sheet = page.getByRole("dialog", { name: "Invite user" });
  await sheet.getByLabel("First name").fill("Kim");
  await sheet.getByLabel("Last name").fill("Sato");
  await sheet.getByLabel("Email").fill("kim.sato@harborline.example");
  await sheet.getByLabel("Job title").selectOption("Leasing");
  await sheet.getByRole("button", { name: "Send invitation" }).click();
  await expect(sheet).toHaveCount(0);
  const more = page.getByRole("button", { name: "More actions for Kim Sato" });
  await expect(more).toBeVisible();
  await stopClock(page);

  const works = notice(page, "Sending another invitation…");
  for (const [words, fails] of [
    ["Invited Kim Sato again.", false],
    [/server/, true],
  ] as const) {
    let answer: (() => Promise<void>) | undefined;
    await page.route("**/ResendInvitation", (route) => {
      answer = () => (fails ? route.abort() : route.continue());
    });
    await more.press("Enter");
    const again = page.getByRole("menuitem", { name: "Resend invitation" });
    await passUntil(page, again);
    await again.press("Enter");
    await appears(page, works);
    await page.clock.runFor(10 * lasts);
    await expect(works, "it stays while the work runs").toHaveCount(1);
    await expect.poll(() => answer !== undefined).toBe(true);
    await answer?.();
    const done = notice(page, words);
    await passUntil(page, done);
    await expect(works).toHaveCount(0);
    await leavesAfterThreeSeconds(page, done);
    await page.unroute("**/ResendInvitation");
  }
});

test("an info toast", async ({ page, server }) => {
  await page.clock.install();
  await enter(page, server.address, marcus, "/turbo?community=none");
  const requests = page.getByRole("region", { name: "Your community requests" });
  const takeBack = requests.getByRole("button", { name: "Cancel request for Lantern Square" });
  await expect(takeBack).toBeVisible();
  await stopClock(page);
  await takeBack.press("Enter");
  const news = notice(page, "Canceled the request for Lantern Square.");
  await passUntil(page, news);
  await expect(news.locator(".toast--info")).toHaveCount(1);
  await leavesAfterThreeSeconds(page, news);
});

test("Tab passes a toast, and closing it returns the focus", async ({ page, server }) => {
  await page.clock.install();
  await enter(page, server.address, marcus, "/profile");
  const you = page.getByRole("region", { name: "You" });
  await you.getByLabel("Phone").fill("+12025550123");
  await you.getByRole("button", { name: "Save" }).press("Enter");
  await expect(notice(page, "Profile saved.")).toBeVisible();
  await stopClock(page);
  const dismiss = page.getByRole("button", { name: "Dismiss notice" });
  await tabTo(page, dismiss);
  await tabTo(page, page.getByRole("link", { name: "Skip to content" }));
  await tabTo(page, dismiss);
  await page.keyboard.press("Enter");
  await expect(page.locator("main :focus")).toHaveCount(1);
});
