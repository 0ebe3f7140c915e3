// The server of a test file, with what it is connected to. It runs until a file needs a different one.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { LanguageModel } from "./language-model";
import { type Mailbox, openMailbox } from "./mailbox";
import { startPostgres } from "./postgres";
import { type Server, startServer } from "./server";
import { Twilio } from "./twilio";

export type EnvironmentOptions = {
  /** Name of the demo data that the tests of a file share. Each name has its own server. */
  dataset: string;
  /** Whether the platform has a mail server. Its emails are in `mailbox`. */
  mail: boolean;
  /** Whether the server has a language model, available as `model`. */
  hasModel: boolean;
  /** The server's database. */
  database: "SQLite" | "PostgreSQL";
  /** Whether the server calls a Twilio on loopback, available as `twilio`. It serves HTTPS then. */
  hasTwilio: boolean;
  /** Number of days before now in which residents of the demo texted. */
  historyDays: number;
  /** More arguments of the server. */
  serverArguments: readonly string[];
  /** Variables for a web build of its own; without any, the one in `dist` is used. */
  webVariables: Readonly<Record<string, string>>;
};

/** What runs for the tests of a file. */
export type Environment = {
  server: Server;
  mailbox?: Mailbox;
  model?: LanguageModel;
  twilio?: Twilio;
};

type Cleanup = () => Promise<unknown>;

/** Runs one environment at a time. */
export class EnvironmentRunner {
  #current: { key: string; environment: Environment; cleanups: Cleanup[] } | undefined;

  /** Returns the environment with these options. If the current one has others, it is stopped first. */
  async get(options: EnvironmentOptions): Promise<Environment> {
    const key = JSON.stringify(options);
    if (this.#current?.key === key) return this.#current.environment;
    await this.stop();
    const cleanups: Cleanup[] = [];
    try {
      const environment = await start(options, cleanups);
      this.#current = { key, environment, cleanups };
      return environment;
    } catch (error) {
      await runAll(cleanups);
      throw error;
    }
  }

  async stop(): Promise<void> {
    const cleanups = this.#current?.cleanups ?? [];
    this.#current = undefined;
    await runAll(cleanups);
  }
}

/** Runs the last cleanup first. */
async function runAll(cleanups: readonly Cleanup[]): Promise<void> {
  for (const cleanup of cleanups.toReversed()) await cleanup();
}

/** Starts an environment, and adds a cleanup for each part of it. */
async function start(options: EnvironmentOptions, cleanups: Cleanup[]): Promise<Environment> {
  const args = ["--demo-history-days", String(options.historyDays), ...options.serverArguments];
  const environment: Omit<Environment, "server"> = {};
  if (options.mail) {
    const mailbox = await openMailbox();
    cleanups.push(() => mailbox.stop());
    environment.mailbox = mailbox;
    args.push("--smtp-url", mailbox.url, "--mail-from", "notices@parlor.example");
  }
  if (options.hasModel) {
    const model = await LanguageModel.start();
    cleanups.push(() => model.stop());
    environment.model = model;
    args.push(...model.serverArguments);
  }
  if (options.hasTwilio) {
    const twilio = await Twilio.start();
    cleanups.push(() => twilio.stop());
    environment.twilio = twilio;
    args.push(...twilio.serverArguments);
  }
  let variables: Readonly<Record<string, string>> = {};
  if (options.database === "PostgreSQL") {
    const postgres = await startPostgres();
    cleanups.push(() => postgres.stop());
    variables = postgres.variables;
  }
  let web: string | undefined;
  if (Object.keys(options.webVariables).length > 0) {
    const folder = await mkdtemp(join(tmpdir(), "parlor-web-"));
    cleanups.push(() => rm(folder, { recursive: true }));
    await buildWeb(folder, options.webVariables);
    web = folder;
  }
  const server = await startServer(args, web, variables);
  cleanups.push(() => server.stop());
  return { ...environment, server };
}

/** Builds the web app with these variables into a folder. */
async function buildWeb(
  folder: string,
  variables: EnvironmentOptions["webVariables"],
): Promise<void> {
  const output = ["--outDir", folder, "--emptyOutDir", "--logLevel", "error"];
  await promisify(execFile)("node_modules/.bin/vite", ["build", "--mode", "qa", ...output], {
    cwd: resolve(import.meta.dirname, "../.."),
    env: { ...process.env, ...variables },
  });
}
