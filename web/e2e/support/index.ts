// Fixtures of all browser tests: a server, a page that may reach no other host, and signing in.

import { test as base, expect, type Page } from "@playwright/test";
import type { LanguageModel } from "./language-model";
import type { Mailbox } from "./mailbox";
import { password } from "./resident";
import type { Server } from "./server";
import { type Needs, type Stage, Stages } from "./stage";

type Worker = {
  stages: Stages;
};

type Each = Needs & {
  stage: Stage;
  server: Server;
  mailbox: Mailbox | undefined;
  model: LanguageModel | undefined;
  signIn: (email: string, password?: string) => Promise<void>;
  /** Origins that a page of this test may call, besides the server's. */
  elsewhere: readonly string[];
  /** Fails the test on a request to another host or an error in the page. */
  guard: undefined;
};

export const test = base.extend<Each, Worker>({
  // Options of tests, not of workers: a worker and its browser outlive a file.
  dataset: ["", { option: true }],
  mail: [false, { option: true }],
  hasModel: [false, { option: true }],
  historyDays: [0, { option: true }],
  serverArguments: [[], { option: true }],
  webVariables: [{}, { option: true }],

  stages: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern.
    async ({}, use) => {
      const stages = new Stages();
      await use(stages);
      await stages.end();
    },
    { scope: "worker" },
  ],

  stage: [
    async (
      { stages, dataset, mail, hasModel, historyDays, serverArguments, webVariables },
      use,
    ) => {
      const needs = { dataset, mail, hasModel, historyDays, serverArguments, webVariables };
      await use(await stages.of(needs));
    },
    { timeout: 900_000 },
  ],

  server: async ({ stage }, use) => use(stage.server),
  mailbox: async ({ stage }, use) => use(stage.mailbox),
  model: async ({ stage }, use) => use(stage.model),

  baseURL: async ({ server }, use) => use(server.address),

  elsewhere: [[], { option: true }],

  guard: [
    async ({ context, server, elsewhere }, use) => {
      const faults: string[] = [];
      // Intercepting requests would turn off the browser's cache.
      context.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (!protocol.startsWith("http") || origin === server.address) return;
        if (!elsewhere.includes(origin)) faults.push(`asked another host: ${request.url()}`);
      });
      context.on("weberror", (error) => faults.push(`failed: ${error.error().message}`));
      context.on("console", (message) => {
        // The browser logs each refused call, which is up to the tests.
        const refused = message.text().startsWith("Failed to load resource");
        if (message.type() === "error" && !refused) faults.push(`complained: ${message.text()}`);
      });
      await use(undefined);
      expect(faults, "what the page did besides").toEqual([]);
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
