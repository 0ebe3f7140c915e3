// Fixtures of all browser tests: a server, a page that may reach no other host, and signing in.

import { test as base, expect, type Page } from "@playwright/test";
import { LanguageModel } from "./language-model";
import { type Mailbox, openMailbox } from "./mailbox";
import { password } from "./resident";
import { type Server, startServer } from "./server";

type Worker = {
  /** Name of the demo data that the tests of a file share. Each name has its own server. */
  dataset: string;
  /** Whether the platform has a mail server. Its emails are in `mailbox`. */
  mail: boolean;
  mailbox: Mailbox | undefined;
  /** Whether the server has a language model, available as `model`. */
  hasModel: boolean;
  model: LanguageModel | undefined;
  /** Number of days before now in which residents of the demo texted. */
  historyDays: number;
  server: Server;
};

type Each = {
  signIn: (email: string, password?: string) => Promise<void>;
  /** Origins that a page of this test may call, besides the server's. */
  elsewhere: readonly string[];
  /** Fails the test on a request to another host or an error in the page. */
  guard: undefined;
};

export const test = base.extend<Each, Worker>({
  dataset: ["", { scope: "worker", option: true }],

  mail: [false, { scope: "worker", option: true }],

  hasModel: [false, { scope: "worker", option: true }],

  model: [
    async ({ hasModel }, use) => {
      const model = hasModel ? await LanguageModel.start() : undefined;
      await use(model);
      await model?.stop();
    },
    { scope: "worker" },
  ],

  historyDays: [0, { scope: "worker", option: true }],

  mailbox: [
    async ({ mail }, use) => {
      const mailbox = mail ? await openMailbox() : undefined;
      await use(mailbox);
      await mailbox?.stop();
    },
    { scope: "worker" },
  ],

  server: [
    // Listed so that another name gets another worker, and another server.
    async ({ dataset: _, mailbox, model, historyDays }, use) => {
      const from = ["--mail-from", "notices@parlor.example"];
      const mail = mailbox ? ["--smtp-url", mailbox.url, ...from] : [];
      const server = await startServer([
        ...mail,
        ...(model?.serverArguments ?? []),
        ...["--demo-history-days", String(historyDays)],
      ]);
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 900_000 },
  ],

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
