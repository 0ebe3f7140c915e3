// The server of a test file, with all that it talks to. It is kept until a file needs another one.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { LanguageModel } from "./language-model";
import { type Mailbox, openMailbox } from "./mailbox";
import { type Server, startServer } from "./server";

/** What the tests of a file need. */
export type Needs = {
  /** Name of the demo data that the tests of a file share. Each name has its own server. */
  dataset: string;
  /** Whether the platform has a mail server. Its emails are in `mailbox`. */
  mail: boolean;
  /** Whether the server has a language model, available as `model`. */
  hasModel: boolean;
  /** Number of days before now in which residents of the demo texted. */
  historyDays: number;
  /** More arguments of the server. */
  serverArguments: readonly string[];
  /** Variables for a web build of its own; without any, the one in `dist` is used. */
  webVariables: Readonly<Record<string, string>>;
};

export type Stage = { server: Server; mailbox?: Mailbox; model?: LanguageModel };

/** Holds one stage at a time. */
export class Stages {
  #current: { key: string; stage: Stage; ends: (() => Promise<unknown>)[] } | undefined;

  /** Returns the stage of these needs. Starts it in place of the previous one if that differs. */
  async of(needs: Needs): Promise<Stage> {
    const key = JSON.stringify(needs);
    if (this.#current?.key === key) return this.#current.stage;
    await this.end();
    const ends: (() => Promise<unknown>)[] = [];
    try {
      const stage = await start(needs, ends);
      this.#current = { key, stage, ends };
      return stage;
    } catch (error) {
      await endAll(ends);
      throw error;
    }
  }

  async end(): Promise<void> {
    const ends = this.#current?.ends ?? [];
    this.#current = undefined;
    await endAll(ends);
  }
}

async function endAll(ends: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const end of ends.toReversed()) await end();
}

/** Adds to `ends` how what it starts is ended. */
async function start(needs: Needs, ends: (() => Promise<unknown>)[]): Promise<Stage> {
  const args = ["--demo-history-days", String(needs.historyDays), ...needs.serverArguments];
  const stage: Omit<Stage, "server"> = {};
  if (needs.mail) {
    const mailbox = await openMailbox();
    ends.push(() => mailbox.stop());
    stage.mailbox = mailbox;
    args.push("--smtp-url", mailbox.url, "--mail-from", "notices@parlor.example");
  }
  if (needs.hasModel) {
    const model = await LanguageModel.start();
    ends.push(() => model.stop());
    stage.model = model;
    args.push(...model.serverArguments);
  }
  const web =
    Object.keys(needs.webVariables).length > 0 ? await buildWeb(needs.webVariables) : undefined;
  if (web) ends.push(() => rm(web, { recursive: true }));
  const server = await startServer(args, web);
  ends.push(() => server.stop());
  return { ...stage, server };
}

/** Builds the web app with these variables. Returns the folder of the build. */
async function buildWeb(variables: Needs["webVariables"]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parlor-web-"));
  const args = [
    "build",
    "--mode",
    "qa",
    "--outDir",
    folder,
    "--emptyOutDir",
    "--logLevel",
    "error",
  ];
  await promisify(execFile)("node_modules/.bin/vite", args, {
    cwd: resolve(import.meta.dirname, "../.."),
    env: { ...process.env, ...variables },
  });
  return folder;
}
