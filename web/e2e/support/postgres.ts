// A PostgreSQL server in a temporary folder, reached through a socket in it.

import { execFile } from "node:child_process";
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export type Postgres = {
  /** Variables that make Parlor use an empty database of it. */
  variables: Readonly<Record<string, string>>;
  stop: () => Promise<void>;
};

const superuser = "superuser";
const ownerPassword = "owner-canary";
const serverPassword = "server-canary";

/** Only the superuser needs no password. */
const authentication = `local all ${superuser} trust\nlocal all all scram-sha-256\n`;

/** The database and its owner. Parlor creates the role that it serves with. */
const statements = [
  `CREATE ROLE parlor_owner LOGIN CREATEROLE PASSWORD '${ownerPassword}'`,
  "CREATE DATABASE parlor OWNER parlor_owner",
];

export async function startPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), "parlor-postgres-"));
  const data = join(folder, "data");
  const log = join(folder, "log");
  const account = await findAccount();
  const binaries = await findBinaries();
  const run = (program: string, ...args: readonly string[]) =>
    promisify(execFile)(join(binaries, program), args, { ...account, cwd: folder });
  const stop = async () => {
    await run("pg_ctl", "stop", "-D", data, "-m", "immediate");
    await rm(folder, { recursive: true });
  };
  try {
    if (account) await chown(folder, account.uid, account.gid);
    await run("initdb", "-D", data, "-U", superuser, "-A", "trust", "-E", "UTF8", "--locale=C");
    await writeFile(join(data, "pg_hba.conf"), authentication);
    const settings = `-k ${folder} -c listen_addresses= -c fsync=off -c full_page_writes=off`;
    await run("pg_ctl", "start", "-D", data, "-l", log, "-t", "300", "-o", settings);
    const commands = statements.flatMap((statement) => ["-c", statement]);
    await run("psql", "-X", "-h", folder, "-U", superuser, "-d", "postgres", ...commands);
  } catch (error) {
    const logged = await readFile(log, "utf8").catch(() => "");
    await stop().catch(() => rm(folder, { recursive: true }));
    throw new Error(`PostgreSQL did not start: ${error}\n${logged}`);
  }
  const url = (user: string, password: string) =>
    `postgres://${user}:${password}@${encodeURIComponent(folder)}/parlor`;
  const variables = {
    PARLOR_DATABASE_URL: url("parlor_server", serverPassword),
    PARLOR_DATABASE_OWNER_URL: url("parlor_owner", ownerPassword),
  };
  return { variables, stop };
}

/** Returns the folder of the newest installed version; empty to search PATH. */
async function findBinaries(): Promise<string> {
  const installed = "/usr/lib/postgresql";
  const versions = await readdir(installed).catch(() => []);
  const newest = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
  return newest ? join(installed, newest, "bin") : "";
}

/** Returns the account as which PostgreSQL runs if root runs the tests, because it refuses root. */
async function findAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = await readFile("/etc/passwd", "utf8");
  for (const name of ["postgres", "nobody"]) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, "m").exec(accounts) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}
