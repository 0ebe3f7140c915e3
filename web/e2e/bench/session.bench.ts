// Measures what staff wait for in a browser: largest contentful paint, layout shift, and the time
// from a key or click to the next paint. Each round is the same session on a new server; the
// medians count.
import { type Page, test } from "@playwright/test";
import { password } from "../support/resident";
import { startServer } from "../support/server";

const rounds = 5;
const words = "parking permit";

/** `slowest` is the slowest interaction since the last read, in milliseconds. */
type Measurements = { painted: number; jumped: number; slowest: number };

const steps = [
  "sign in",
  "open the escalations",
  "walk through the list by key",
  "write an answer",
  "send it",
  "open the conversations",
  "search in them",
] as const;

type Step = (typeof steps)[number];
type Round = Record<Step, number> & { painted: number; login: number; jumped: number };

/** Runs in the page before any of its scripts. */
function watch() {
  const measurements: Measurements = { painted: 0, jumped: 0, slowest: 0 };
  const observe = (type: string, see: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({
      type,
      buffered: true,
      ...more,
    });
  observe("largest-contentful-paint", ({ startTime }) => {
    measurements.painted = startTime;
  });
  observe("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) measurements.jumped += value;
  });
  const interaction = (entry: PerformanceEntry) => {
    if ((entry as PerformanceEventTiming).interactionId)
      measurements.slowest = Math.max(measurements.slowest, entry.duration);
  };
  observe("event", interaction, { durationThreshold: 16 });
  (window as unknown as { measurements: Measurements }).measurements = measurements;
}

/** Returns the measurements after two more frames are painted. */
function measurementsOn(page: Page): Promise<Measurements> {
  return page.evaluate(async () => {
    const { measurements } = window as unknown as { measurements: Measurements };
    const frame = () => new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    await frame();
    await frame();
    const now = { ...measurements };
    measurements.slowest = 0;
    return now;
  });
}

async function session(page: Page, address: string): Promise<Round> {
  const took: Partial<Record<Step, number>> = {};
  const step = async (name: Step, act: () => Promise<unknown>) => {
    await act();
    // Interactions too fast for the browser to report count as one frame.
    took[name] = Math.max((await measurementsOn(page)).slowest, 16);
  };
  const menu = page.getByRole("navigation", { name: "Screens" });

  await page.addInitScript(watch);
  await page.goto(`${address}/login`);
  await page.getByRole("button", { name: "Log in" }).waitFor();
  const login = (await measurementsOn(page)).painted;
  await step("sign in", async () => {
    await page.getByLabel("Email").pressSequentially("admin@parlor.example");
    await page.getByLabel("Password", { exact: true }).pressSequentially(password);
    await page.getByRole("button", { name: "Log in" }).click();
    await menu.waitFor();
  });
  const rows = page.getByRole("region", { name: "Open escalations" }).getByRole("link");
  await step("open the escalations", async () => {
    await menu.getByRole("link", { name: /^Escalations/ }).click();
    await rows.first().waitFor();
  });
  await step("walk through the list by key", async () => {
    for (const key of ["j", "j", "j", "k", "k"]) await page.keyboard.press(key);
  });
  const answer = page.getByLabel("Your answer");
  await step("write an answer", async () => {
    await answer.fill("");
    await answer.pressSequentially("Yes. Write to the office with the plate number and your unit.");
  });
  await step("send it", async () => {
    await page.getByRole("button", { name: /^Answer/ }).click();
    await page.getByRole("button", { name: /^Undo/ }).waitFor();
  });
  const log = page.getByRole("log");
  await step("open the conversations", async () => {
    await menu.getByRole("link", { name: /^Conversations/ }).click();
    await log.first().waitFor();
  });
  await step("search in them", async () => {
    await page.getByPlaceholder("Search messages").pressSequentially(words);
    await page.waitForURL((url) => url.search.includes("parking"));
    await page.getByRole("region", { name: "Conversations" }).getByRole("link").first().waitFor();
  });
  const { jumped } = await measurementsOn(page);

  // The same browser returns to a screen directly, signed in.
  await page.goto(`${address}/escalations`);
  await rows.first().waitFor();
  const { painted } = await measurementsOn(page);
  return { ...(took as Record<Step, number>), login, painted, jumped };
}

function median(numbers: number[]): number {
  return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function line(what: string, measured: number, bound: number) {
  const holds = measured <= bound ? "holds" : "DOES NOT HOLD";
  console.log(`${what}: ${measured.toFixed(bound < 1 ? 3 : 0)} (wanted <= ${bound}) ${holds}`);
}

test("a session", async ({ browser }) => {
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServer();
    const context = await browser.newContext();
    all.push(await session(await context.newPage(), server.address));
    await context.close();
    await server.stop();
  }
  const of = (pick: (round: Round) => number) => median(all.map(pick));
  console.log(`\na session in a browser, medians of ${rounds} rounds`);
  line(
    "login: largest contentful paint, ms",
    of((round) => round.login),
    2500,
  );
  line(
    "escalations, signed in: largest contentful paint, ms",
    of((round) => round.painted),
    2500,
  );
  line(
    "layout shift of the whole session",
    of((round) => round.jumped),
    0.1,
  );
  for (const name of steps) {
    line(
      `${name}: slowest from input to next paint, ms`,
      of((round) => round[name]),
      200,
    );
  }
  line(
    "slowest interaction of the session, ms",
    of((round) => Math.max(...steps.map((name) => round[name]))),
    200,
  );
});
