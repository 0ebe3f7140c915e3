import { expect, test, vi } from "vitest";
import { CallError, createCalls } from "./calls";

const contact = { name: "", email: "" };
const pause = async () => undefined;

function reply(status: number, body: object) {
  return new Response(JSON.stringify(body), { status });
}

/** Returns calls whose attempts have these responses, and what was requested. */
function callsWith(...responses: (Response | Error)[]) {
  const fetch = vi.fn(async (_: string, __: RequestInit) => {
    const response = responses.shift();
    if (response instanceof Response) return response;
    throw response;
  });
  const calls = createCalls("key-1", { fetch: fetch as unknown as typeof globalThis.fetch, pause });
  const requested = (at: number) => {
    const init = fetch.mock.calls[at]?.[1];
    return { path: fetch.mock.calls[at]?.[0], init, body: JSON.parse(String(init?.body)) };
  };
  return { calls, fetch, requested };
}

async function errorOf(promise: Promise<unknown>): Promise<CallError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof CallError) return error;
  }
  throw new Error("The call did not fail");
}

test("a message is sent without cookies and with its key", async () => {
  const { calls, requested } = callsWith(reply(200, { message: { _id: "m1" } }));
  expect(await calls.send("t1", { choice: 0 }, "k1")).toEqual({ _id: "m1" });
  const { path, init, body } = requested(0);
  expect(path).toBe("/webChat/send");
  expect(init).toMatchObject({ method: "POST", credentials: "omit" });
  expect(init?.headers).toEqual({ "content-type": "application/json", "idempotency-key": "k1" });
  expect(body).toEqual({ siteKey: "key-1", token: "t1", choice: 0 });
});

test("a chat begins with the token, and without an email address there is no field for it", async () => {
  const { calls, requested } = callsWith(reply(200, { chat: { messages: [] } }));
  const start = {
    token: "t1",
    body: "Hello",
    photos: [],
    contact,
    page: "https://a.example/",
    isTest: false,
  };
  expect(await calls.start(start, "k1")).toEqual({ messages: [] });
  expect(requested(0).body).toEqual({
    siteKey: "key-1",
    token: "t1",
    body: "Hello",
    photos: [],
    name: "",
    page: "https://a.example/",
    isTest: false,
  });
});

test("a signed visitor is verified in the chat of the token", async () => {
  const verified = { verifiedEmail: "ann@a.example", verifiedUntil: "2026-03-02T15:30:00Z" };
  const { calls, requested } = callsWith(reply(200, verified));
  const visitor = { email: "Ann@a.example", name: "", expires: "1772463600", signature: "0f" };
  expect(await calls.verify("t1", visitor)).toEqual(verified);
  expect(requested(0).path).toBe("/webChat/visitor");
  expect(requested(0).body).toEqual({ siteKey: "key-1", token: "t1", signedVisitor: visitor });
});

test("a refusal has the server's words", async () => {
  const words = "The signature has expired. Create a new signature each time the page loads.";
  const { calls } = callsWith(reply(400, { code: 9, message: words }));
  const visitor = { email: "ann@a.example", name: "", expires: "1", signature: "0f" };
  const error = await errorOf(calls.verify("t1", visitor));
  expect(error).toMatchObject({ kind: "invalid", explanation: words });
});

test("a call is tried again with the same key after a lost connection or a failure", async () => {
  const ok = reply(200, { message: { _id: "m1" } });
  const { calls, fetch, requested } = callsWith(new TypeError("offline"), reply(503, {}), ok);
  expect(await calls.send("t1", { body: "Hello" }, "k1")).toEqual({ _id: "m1" });
  expect(fetch).toHaveBeenCalledTimes(3);
  for (const at of [0, 1, 2])
    expect(requested(at).init?.headers).toMatchObject({ "idempotency-key": "k1" });
});

test("a call fails after three attempts", async () => {
  const { calls, fetch } = callsWith(new TypeError(), new TypeError(), new TypeError());
  expect((await errorOf(calls.open(""))).kind).toBe("unreachable");
  expect(fetch).toHaveBeenCalledTimes(3);
});

test("a refusal is not tried again", async () => {
  const bad = {
    code: 3,
    details: [
      { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "INVALID" },
      { fieldViolations: [{ field: "email", description: "Enter an email address." }] },
    ],
  };
  for (const [status, body, kind, field] of [
    [400, bad, "invalid", "email"],
    [400, {}, "invalid", ""],
    [404, {}, "gone", ""],
    [429, {}, "limited", ""],
  ] as const) {
    const { calls, fetch } = callsWith(reply(status, body));
    expect(await errorOf(calls.listMessages("t1", "c1"))).toMatchObject({ kind, field });
    expect(fetch).toHaveBeenCalledTimes(1);
  }
});
