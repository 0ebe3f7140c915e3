import { Code, createClient, createRouterTransport } from "@connectrpc/connect";
import { expect, test, vi } from "vitest";
import { CommunityService } from "../gen/parlor/v1/community_service_pb";
import { EscalationService } from "../gen/parlor/v1/escalation_service_pb";
import { SessionService } from "../gen/parlor/v1/session_service_pb";
import { createError } from "../testing/fake-api/errors";
import type { Reason } from "./problem";
import { isResultLost, onResultLost } from "./result-lost";
import { readToken, sessionEnd, startSession } from "./session-token";
import { createTransport, resolveAddresses } from "./transport";

const addresses = { base: "base", bot: "bot", tenants: "tenants" };

/** A fake that records the address and headers of each call. Addresses in `down` fail. */
function line(down: Partial<Record<string, Code>> = {}, reason: Reason = "UNAVAILABLE") {
  const calls: { address: string; headers: Headers }[] = [];
  const connect = (address: string) => {
    const take = (headers: Headers) => {
      calls.push({ address, headers });
      const code = down[address];
      if (code) throw createError(code, reason, "It is down.");
      return {};
    };
    return createRouterTransport(({ service }) => {
      service(SessionService, {
        login: (_, context) => take(context.requestHeader),
        getCurrentUser: (_, context) => take(context.requestHeader),
      });
      service(EscalationService, {
        claimEscalation: (_, context) => take(context.requestHeader),
        listEscalations: (_, context) => take(context.requestHeader),
      });
      service(CommunityService, {
        setTraining: (_, context) => take(context.requestHeader),
      });
    });
  };
  return { calls, connect };
}

test("each service is called at its own base address", async () => {
  const { calls, connect } = line();
  const transport = createTransport(addresses, connect);
  await createClient(SessionService, transport).getCurrentUser({});
  await createClient(EscalationService, transport).listEscalations({});
  await createClient(CommunityService, transport).setTraining({ id: "c1" });
  expect(calls.map(({ address }) => address)).toEqual(["base", "bot", "tenants"]);
});

test("token, community and the idempotency key of changes are sent as headers", async () => {
  startSession("secret");
  const { calls, connect } = line();
  const transport = createTransport(addresses, connect);
  await createClient(CommunityService, transport).setTraining({ id: "c1", isTraining: true });
  await createClient(EscalationService, transport).listEscalations({ communityId: "c2" });
  await createClient(SessionService, transport).login({ email: "a@b.example", password: "x" });
  const [training, list, login] = calls.map(({ headers }) => headers);
  expect(training?.get("usertoken")).toBe("secret");
  expect(training?.get("community")).toBe("c1");
  expect(training?.get("idempotency-key")).toMatch(/^[0-9a-f]{32}$/);
  expect(list?.get("community")).toBe("c2");
  expect(list?.get("idempotency-key")).toBeNull();
  expect(login?.get("usertoken")).toBeNull();
});

test("a failed call is retried once at the alternate address with the same key", async () => {
  const { calls, connect } = line({ bot: Code.Unavailable });
  const transport = createTransport({ ...addresses, alternate: "other" }, connect);
  await createClient(EscalationService, transport).claimEscalation({ id: "e1" });
  expect(calls.map(({ address }) => address)).toEqual(["bot", "other"]);
  const keys = calls.map(({ headers }) => headers.get("idempotency-key"));
  expect(keys[0]).toBe(keys[1]);
});

test("without an alternate address a call fails once", async () => {
  const { calls, connect } = line({ bot: Code.Unavailable });
  const transport = createTransport(addresses, connect);
  await expect(
    createClient(EscalationService, transport).claimEscalation({ id: "e1" }),
  ).rejects.toThrow();
  expect(calls.length).toBe(1);
});

const lost = "IDEMPOTENT_RESULT_LOST";

test("a call whose response was lost succeeds and shows a notice", async () => {
  const events: string[] = [];
  const stop = onResultLost(() => events.push("lost"));
  const { calls, connect } = line({ bot: Code.Aborted }, lost);
  const transport = createTransport({ ...addresses, alternate: "other" }, connect);
  const response = await createClient(EscalationService, transport).claimEscalation({ id: "e1" });
  events.push("handled");
  expect(isResultLost(response)).toBe(true);
  expect(response.escalation).toBeUndefined();
  await vi.waitFor(() => expect(events).toEqual(["handled", "lost"]));
  expect(calls.map(({ address }) => address)).toEqual(["bot"]);
  stop();
});

test("a retry succeeds if the first attempt took effect", async () => {
  const connect = (address: string) =>
    line(
      { [address]: address === "bot" ? Code.Unavailable : Code.Aborted },
      address === "bot" ? "UNAVAILABLE" : lost,
    ).connect(address);
  const transport = createTransport({ ...addresses, alternate: "other" }, connect);
  const response = await createClient(EscalationService, transport).claimEscalation({ id: "e1" });
  expect(isResultLost(response)).toBe(true);
});

test("any other conflict fails", async () => {
  const { connect } = line({ bot: Code.Aborted }, "CLAIM_LOST");
  const transport = createTransport(addresses, connect);
  await expect(
    createClient(EscalationService, transport).claimEscalation({ id: "e1" }),
  ).rejects.toThrow();
});

test.each([Code.Unauthenticated, Code.PermissionDenied])(
  "code %s of a call with a token ends the session",
  async (code) => {
    startSession("secret");
    const { connect } = line({ bot: code });
    const transport = createTransport(addresses, connect);
    await expect(createClient(EscalationService, transport).listEscalations({})).rejects.toThrow();
    expect(readToken()).toBeNull();
    expect(sessionEnd()).toBe("lost");
  },
);

test("wrong credentials do not end the session", async () => {
  startSession("secret");
  const { connect } = line({ base: Code.Unauthenticated });
  const transport = createTransport(addresses, connect);
  await expect(
    createClient(SessionService, transport).login({ email: "a@b.example", password: "x" }),
  ).rejects.toThrow();
  expect(readToken()).toBe("secret");
});

const here = "https://dash.example";

test("a build without addresses calls only the origin that serves it", () => {
  expect(resolveAddresses({}, here)).toEqual({ base: here, bot: here, tenants: here });
});

test("a build calls its configured addresses", () => {
  const bot = "https://bot.example";
  expect(resolveAddresses({ VITE_BOT_URL: bot, VITE_ALTERNATE_URL: "/" }, here)).toEqual({
    base: here,
    bot,
    tenants: here,
    alternate: here,
  });
  const base = "https://qa.example:8443";
  expect(resolveAddresses({ VITE_BASE_URL: `${base}/` }, here)).toEqual({
    base,
    bot: base,
    tenants: base,
  });
});

test.each(["production", "dev", "qa", "localhost"])(
  "the build for %s has each of its addresses",
  async (mode) => {
    const { loadEnv } = await import("vite");
    const env = loadEnv(mode, process.cwd(), "VITE_");
    for (const name of ["BASE", "BOT", "TENANTS", "ALTERNATE"]) {
      expect(env).toHaveProperty(`VITE_${name}_URL`);
    }
    expect(() => resolveAddresses(env, here)).not.toThrow();
  },
);

test("no call has a time limit of its own", async () => {
  const limits: (number | undefined)[] = [];
  const { connect } = line();
  const transport = createTransport(addresses, (address) => {
    const inner = connect(address);
    return {
      ...inner,
      unary(method, signal, timeoutMs, ...rest) {
        limits.push(timeoutMs);
        return inner.unary(method, signal, timeoutMs, ...rest);
      },
    };
  });
  await createClient(EscalationService, transport).listEscalations({});
  expect(limits).toEqual([undefined]);
});
