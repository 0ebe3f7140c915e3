// Runs the real server on a free port, with demo data in its own folder.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/** The program. Its examples are beside it. */
export const binary =
  process.env.PARLOR_BINARY ?? resolve(import.meta.dirname, "../../../target/debug/parlor");
/** The web build under test, not the one embedded in the program. */
const dist = resolve(import.meta.dirname, "../../dist");
const patience = 300_000;

export type Server = {
  address: string;
  /** Complete emails to an address, oldest first. Without a mail server the server keeps them. */
  mailsTo: (address: string) => Promise<string[]>;
  stop: () => Promise<void>;
};

/**
 * `more` adds arguments to those that every test needs; `web` is the folder of another build; `variables` add to the
 * environment.
 */
export async function startServer(
  more: readonly string[] = [],
  web = dist,
  variables: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), "parlor-e2e-"));
  const data = join(folder, "data");
  const env = { ...ownEnvironment(), ...variables };
  const child = spawn(
    binary,
    [
      ...["serve", "--demo", "--listen", "127.0.0.1:0"],
      ...["--data-dir", data, "--web-dir", web, ...more],
    ],
    { env, stdio: ["ignore", "pipe", "pipe"] },
  );
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { address: await ready(child), mailsTo: (address) => mailsTo(data, env, address), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function mailsTo(data: string, env: NodeJS.ProcessEnv, address: string): Promise<string[]> {
  const print = [binary, ["admin", "outbox", "--data-dir", data]] as const;
  const { stdout } = await promisify(execFile)(...print, { env });
  const mails = stdout.split(/^(?=Mail: )/m);
  return mails.filter((mail) => mail.includes(`\nTo:      ${address}\n`));
}

/** The environment without the settings of another Parlor on this machine. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("PARLOR_")),
  );
}

function ready(child: ChildProcess): Promise<string> {
  return new Promise((take, refuse) => {
    let output = "";
    const fail = (why: string) => refuse(new Error(`The server is not ready: ${why}\n${output}`));
    const timer = setTimeout(() => fail("three minutes have passed"), patience);
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Parlor is ready: (https?:\/\/\S+)\s/.exec(output)?.[1];
      if (!address) return;
      clearTimeout(timer);
      take(address.replace(/\/$/, ""));
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("error", (error) => {
      clearTimeout(timer);
      fail(`${error.message}. Build it with: cargo build -p parlor`);
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(`it ended with ${code}`);
    });
  });
}

/** Ends a program, and waits until it has ended. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
  await ended;
  clearTimeout(timer);
}
