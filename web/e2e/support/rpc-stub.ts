// Controls the responses to a page's calls: none, an empty one, an error, or the server's response
// with shifted times, so that the demo data always has the same age.

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

/** `hold` leaves a call without a response until its method gets another outcome. */
export type Outcome = "hold" | "fail" | "empty" | "real";

/** When the demo data was created. Also the current time of the page's clock. */
export const createdAt = new Date("2026-11-20T10:41:00Z");

const generated = resolve(import.meta.dirname, "../../src/gen/parlor/v1");
const monthSeconds = 30 * 24 * 3600;
/** Maximum duration of a test. */
const hourSeconds = 3600n;
const contentType = "application/grpc-web+proto";

let contract: Promise<Registry> | undefined;

async function readContract(): Promise<Registry> {
  const names = await readdir(generated);
  const modules = await Promise.all(names.map((name) => import(resolve(generated, name))));
  const files = modules.flatMap((one) => Object.values(one as Record<string, { kind?: string }>));
  return createRegistry(...files.filter((one): one is DescFile => one?.kind === "file"));
}

/**
 * Returns the seconds between the server's times and `createdAt`. The oldest demo answer is 30 days
 * old.
 */
async function secondsBehind(address: string): Promise<bigint> {
  const login = { email: "admin@harborline.example", password };
  const { token } = await call<{ token: string }>(address, "", "/users/login", login);
  const path = "/textCommunities/community/community-harbor-row/answers";
  const { answers } = await call<{ answers: { updatedAt: string }[] }>(address, token, path);
  const [written = Number.NaN] = answers
    .map((one) => Date.parse(one.updatedAt))
    .sort((a, b) => a - b);
  return BigInt(Math.floor(createdAt.getTime() / 1000) - Math.floor(written / 1000) - monthSeconds);
}

type Part = Record<string, unknown> & { $typeName?: string; seconds?: bigint };

/** Shifts every time in a message. Times after the creation of the demo data become `createdAt`. */
function moveTimes(value: unknown, by: bigint): void {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
  const message = value as Part;
  if (message.$typeName === "google.protobuf.Timestamp" && message.seconds !== undefined) {
    const now = BigInt(createdAt.getTime() / 1000);
    const moved = message.seconds + by;
    message.seconds = moved > now && moved < now + hourSeconds ? now : moved;
    message.nanos = 0;
    return;
  }
  // The bot's response time depends on the machine.
  if (message.tookMs !== undefined) message.tookMs = 40n;
  for (const [name, part] of Object.entries(message)) {
    // The server's port differs in each run, and file URLs contain it.
    if (typeof part === "string")
      message[name] = part.replace(/127\.0\.0\.1:\d+(?!\d|\/files\/)/, "parlor.example");
    else moveTimes(part, by);
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
  "grpc-message": "set to fail",
  "x-request-id": "0199d0c2-7f3a-91c2-0be4",
};

export class RpcStub {
  private readonly outcomes = new Map<string, Outcome>();
  private readonly responses = new Map<string, JsonValue>();
  private readonly heldRoutes: Route[] = [];

  private constructor(
    private readonly contract: Registry,
    private readonly by: bigint,
  ) {}

  /** Routes the page's calls through the stub, stops its clock and fixes its random numbers. */
  static async install(page: Page, address: string): Promise<RpcStub> {
    contract ??= readContract();
    const stub = new RpcStub(await contract, await secondsBehind(address));
    await page.clock.setFixedTime(createdAt);
    // The test phone's number is random.
    await page.addInitScript(() => {
      Math.random = () => 0.5;
    });
    await page.route(/\/parlor\.v1\.\w+\/\w+$/, (route) => stub.respond(route));
    return stub;
  }

  /** Sets the outcome of methods, also for calls that are being held. */
  async set(outcome: Outcome, methods: readonly string[]): Promise<void> {
    for (const method of methods) this.outcomes.set(method, outcome);
    await Promise.all(this.heldRoutes.splice(0).map((route) => this.respond(route)));
  }

  /** Replaces the server's response, where the demo has no data to show. */
  setResponse(method: string, response: JsonValue): void {
    this.responses.set(method, response);
  }

  /** Restores the server's responses of all methods. */
  async reset(): Promise<void> {
    await this.set("real", [...this.outcomes.keys()]);
  }

  private async respond(route: Route): Promise<void> {
    const [service = "", method = ""] = new URL(route.request().url()).pathname
      .split("/")
      .slice(-2);
    // Live events would reload data during a check.
    const outcome = method === "WatchEvents" ? "hold" : (this.outcomes.get(method) ?? "real");
    if (outcome === "hold") this.heldRoutes.push(route);
    else if (outcome === "fail") await route.fulfill({ contentType, headers: failure });
    else if (outcome === "empty") await route.fulfill({ contentType, body: empty });
    else await this.forward(route, service, method);
  }

  private async forward(route: Route, service: string, method: string): Promise<void> {
    const { output } =
      this.contract.getService(service)?.methods.find((one) => one.name === method) ?? {};
    if (!output) throw new Error(`the contract has no ${service}/${method}`);
    const fixed = this.responses.get(method);
    if (fixed !== undefined) {
      const message = toBinary(output, fromJson(output, fixed));
      return route.fulfill({ contentType, body: Buffer.concat([frame(0, message), end]) });
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
        moveTimes(message, this.by);
        frames.push(frame(0, toBinary(output, message)));
      }
      at = next;
    }
    await route.fulfill({ response, body: Buffer.concat(frames) });
  }
}
