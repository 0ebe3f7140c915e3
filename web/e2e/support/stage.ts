// What the calls of a page get: nothing yet, an empty answer, a failure, or the server's own
// answer with its times moved, so that the demo was always made at the same moment.

import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import {
  createRegistry,
  type DescFile,
  fromBinary,
  fromJson,
  type JsonValue,
  type Registry,
  toBinary,
} from "@bufbuild/protobuf";
import type { Page, Route } from "@playwright/test";
import { call, password } from "./resident";

/** `hold` lets a call wait until the page is told something else about its method. */
export type Outcome = "hold" | "fail" | "empty" | "real";

/** When the demo was made, and what the page's clock says. */
export const madeAt = new Date("2026-11-20T10:41:00Z");

const generated = resolve(import.meta.dirname, "../../src/gen/parlor/v1");
const month = 30 * 24 * 3600;
/** What a test does itself is done by then. */
const hour = 3600n;
const type = "application/grpc-web+proto";

let known: Promise<Registry> | undefined;

async function readContract(): Promise<Registry> {
  const names = await readdir(generated);
  const modules = await Promise.all(names.map((name) => import(resolve(generated, name))));
  const files = modules.flatMap((one) => Object.values(one as Record<string, { kind?: string }>));
  return createRegistry(...files.filter((one): one is DescFile => one?.kind === "file"));
}

/** By how many seconds the server's times are behind `madeAt`: an answer is 30 days old. */
async function behind(address: string): Promise<bigint> {
  const login = { email: "admin@harborline.example", password };
  const { token } = await call<{ token: string }>(address, "", "/users/login", login);
  const path = "/textCommunities/community/community-harbor-row/answers";
  const { answers } = await call<{ answers: { updatedAt: string }[] }>(address, token, path);
  const [written = Number.NaN] = answers
    .map((one) => Date.parse(one.updatedAt))
    .sort((a, b) => a - b);
  return BigInt(Math.floor(madeAt.getTime() / 1000) - Math.floor(written / 1000) - month);
}

type Part = Record<string, unknown> & { $typeName?: string; seconds?: bigint };

/** Moves every time in a message. What happened since the demo was made happened just then. */
function move(value: unknown, by: bigint): void {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
  const message = value as Part;
  if (message.$typeName === "google.protobuf.Timestamp" && message.seconds !== undefined) {
    const now = BigInt(madeAt.getTime() / 1000);
    const moved = message.seconds + by;
    message.seconds = moved > now && moved < now + hour ? now : moved;
    message.nanos = 0;
    return;
  }
  // How long the bot thought is the machine's business.
  if (message.tookMs !== undefined) message.tookMs = 40n;
  for (const [name, part] of Object.entries(message)) {
    // Where the server listens is chance.
    if (typeof part === "string")
      message[name] = part.replace(/127\.0\.0\.1:\d+/, "parlor.example");
    else move(part, by);
  }
}

function frame(flag: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head[0] = flag;
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

const end = frame(0x80, Buffer.from("grpc-status: 0\r\n"));
const empty = Buffer.concat([frame(0, new Uint8Array()), end]);

const failure = {
  "grpc-status": "13",
  "grpc-message": "told to fail",
  "x-request-id": "0199d0c2-7f3a-91c2-0be4",
};

export class Stage {
  private readonly told = new Map<string, Outcome>();
  private readonly written = new Map<string, JsonValue>();
  private readonly held: Route[] = [];

  private constructor(
    private readonly contract: Registry,
    private readonly by: bigint,
  ) {}

  /** From here on the page's calls go through it, its clock stands still, and chance is none. */
  static async on(page: Page, address: string): Promise<Stage> {
    known ??= readContract();
    const stage = new Stage(await known, await behind(address));
    await page.clock.setFixedTime(madeAt);
    // The test phone's number is drawn.
    await page.addInitScript(() => {
      Math.random = () => 0.5;
    });
    await page.route(/\/parlor\.v1\.\w+\/\w+$/, (route) => stage.play(route));
    return stage;
  }

  /** Says what these methods get from now on; calls of them that wait get it too. */
  async tell(outcome: Outcome, methods: readonly string[]): Promise<void> {
    for (const method of methods) this.told.set(method, outcome);
    await Promise.all(this.held.splice(0).map((route) => this.play(route)));
  }

  /** What a method brings instead of the server's answer, where a demo has nothing to show. */
  write(method: string, answer: JsonValue): void {
    this.written.set(method, answer);
  }

  /** Every method gets what the server says again. */
  async reset(): Promise<void> {
    await this.tell("real", [...this.told.keys()]);
  }

  private async play(route: Route): Promise<void> {
    const [service = "", method = ""] = new URL(route.request().url()).pathname
      .split("/")
      .slice(-2);
    // Live events would have the page read again while its picture is taken.
    const outcome = method === "WatchEvents" ? "hold" : (this.told.get(method) ?? "real");
    if (outcome === "hold") this.held.push(route);
    else if (outcome === "fail") await route.fulfill({ contentType: type, headers: failure });
    else if (outcome === "empty") await route.fulfill({ contentType: type, body: empty });
    else await this.pass(route, service, method);
  }

  private async pass(route: Route, service: string, method: string): Promise<void> {
    const { output } =
      this.contract.getService(service)?.methods.find((one) => one.name === method) ?? {};
    if (!output) throw new Error(`the contract has no ${service}/${method}`);
    const written = this.written.get(method);
    if (written !== undefined) {
      const message = toBinary(output, fromJson(output, written));
      return route.fulfill({ contentType: type, body: Buffer.concat([frame(0, message), end]) });
    }
    const response = await route.fetch({ maxRetries: 3 });
    const body = await response.body();
    const frames: Buffer[] = [];
    for (let at = 0; at < body.length; ) {
      const flag = body.readUInt8(at);
      const next = at + 5 + body.readUInt32BE(at + 1);
      const content = body.subarray(at + 5, next);
      if (flag !== 0) frames.push(frame(flag, content));
      else {
        const message = fromBinary(output, content);
        move(message, this.by);
        frames.push(frame(0, toBinary(output, message)));
      }
      at = next;
    }
    await route.fulfill({ response, body: Buffer.concat(frames) });
  }
}
