// Fixtures of all browser tests: a server, a page that may reach no other host, and signing in.

import { test as base, expect, type Page } from "@playwright/test";
import { type Environment, type EnvironmentOptions, EnvironmentRunner } from "./environment";
import type { LanguageModel } from "./language-model";
import type { Mailbox } from "./mailbox";
import { password } from "./resident";
import type { Server } from "./server";
import type { Twilio } from "./twilio";

type Worker = {
  environmentRunner: EnvironmentRunner;
};

type Each = EnvironmentOptions & {
  environment: Environment;
  server: Server;
  mailbox: Mailbox | undefined;
  model: LanguageModel | undefined;
  twilio: Twilio | undefined;
  signIn: (email: string, password?: string) => Promise<void>;
  /** Origins that a page of this test may call, in addition to the server's. */
  elsewhere: readonly string[];
  /** Fails the test on a request to another host or an error in the page. */
  guard: undefined;
};

export const test = base.extend<Each, Worker>({
  // Options of tests, not of workers: a worker and its browser outlive a file.
  dataset: ["", { option: true }],
  mail: [false, { option: true }],
  hasModel: [false, { option: true }],
  database: ["SQLite", { option: true }],
  hasTwilio: [false, { option: true }],
  historyDays: [0, { option: true }],
  serverArguments: [[], { option: true }],
  webVariables: [{}, { option: true }],

  environmentRunner: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern.
    async ({}, use) => {
      const runner = new EnvironmentRunner();
      await use(runner);
      await runner.stop();
    },
    { scope: "worker" },
  ],

  environment: [
    async (
      {
        environmentRunner: runner,
        dataset,
        mail,
        hasModel,
        database,
        hasTwilio,
        historyDays,
        serverArguments,
        webVariables,
      },
      use,
    ) => {
      const connected = { mail, hasModel, database, hasTwilio };
      const options = { dataset, ...connected, historyDays, serverArguments, webVariables };
      await use(await runner.get(options));
    },
    { timeout: 900_000 },
  ],

  server: async ({ environment }, use) => use(environment.server),
  mailbox: async ({ environment }, use) => use(environment.mailbox),
  model: async ({ environment }, use) => use(environment.model),
  twilio: async ({ environment }, use) => use(environment.twilio),

  baseURL: async ({ server }, use) => use(server.address),

  elsewhere: [[], { option: true }],

  guard: [
    async ({ context, server, elsewhere }, use) => {
      const faults: string[] = [];
      // Intercepting requests would turn off the browser's cache.
      context.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (!protocol.startsWith("http") || origin === server.address) return;
        if (!elsewhere.includes(origin)) faults.push(`called another host: ${request.url()}`);
      });
      context.on("weberror", (error) => faults.push(`failed: ${error.error().message}`));
      context.on("console", (message) => {
        // The browser logs each refused call, which is up to the tests.
        const refused = message.text().startsWith("Failed to load resource");
        if (message.type() === "error" && !refused) faults.push(`logged: ${message.text()}`);
      });
      await use(undefined);
      expect(faults, "calls to other hosts, and errors").toEqual([]);
    },
    { auto: true },
  ],

  signIn: async ({ page }, use) => use((...who) => signIn(page, ...who)),
});

export async function signIn(page: Page, email: string, given = password): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(given);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("navigation", { name: "Screens" })).toBeAttached();
}

export { expect } from "@playwright/test";
export { harborRow, mainCompany, Resident } from "./resident";
