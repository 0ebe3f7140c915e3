// Calls go to the address configured at build time, and are retried once at the alternate one.
import type { Page, Request } from "@playwright/test";
import { expect, test } from "./support";
import type { Server } from "./support/server";
import { enter } from "./support/session";

/** No server listens there; the test provides the responses. */
const first = "http://first.parlor.example";
const dana = "admin@harborline.example";

test.use({
  dataset: "transport",
  elsewhere: [first],
  webVariables: { VITE_BASE_URL: first, VITE_ALTERNATE_URL: "/" },
});

type Call = { at: string; method: string; headers: Record<string, string> };

function note(page: Page): Call[] {
  const calls: Call[] = [];
  page.on("request", (request: Request) => {
    const url = new URL(request.url());
    if (!url.pathname.startsWith("/parlor.v1.") || request.method() !== "POST") return;
    const method = url.pathname.split("/").at(-1) ?? "";
    calls.push({ at: url.origin, method, headers: request.headers() });
  });
  return calls;
}

async function answersOf(server: Server, token: string, question: string) {
  const headers = { usertoken: token };
  const list = `${server.address}/textCommunities/turbo-communities?searchQuery=Harbor`;
  const { communities } = await (await fetch(list, { headers })).json();
  const one = `${server.address}/textCommunities/community/${communities[0]._id}?includeAnswers=true`;
  const { textCommunity } = await (await fetch(one, { headers })).json();
  return textCommunity.answers.filter(
    (answer: { question: string }) => answer.question === question,
  ).length as number;
}

async function add(page: Page, question: string) {
  await page.getByRole("button", { name: "Add answer" }).click();
  const form = page.getByRole("form", { name: "Add an answer" });
  await form.getByLabel("Question", { exact: true }).fill(question);
  await form.getByLabel("Answer").fill("On the roof, from April to October.");
  await form.getByRole("button", { name: /^Save/ }).click();
  await expect(form).toHaveCount(0);
}

test("calls use the alternate address while the first one is unreachable", async ({
  page,
  server,
}) => {
  await page.route(`${first}/**`, (route) => route.abort("connectionrefused"));
  const calls = note(page);
  const token = await enter(page, server.address, dana, "/turbo");
  await page.getByRole("main").getByRole("button", { name: "Harbor Row" }).click();
  const question = "Where is the sun deck?";
  await add(page, question);
  expect(await answersOf(server, token, question)).toBe(1);

  const made = calls.filter(({ method }) => method === "CreateAnswer");
  expect(made.map(({ at }) => at)).toEqual([first, server.address]);
  const [one, two] = made.map(({ headers }) => headers);
  expect(one?.["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
  expect(two?.["idempotency-key"]).toBe(one?.["idempotency-key"]);
  for (const headers of [one, two]) {
    expect(headers?.usertoken).toBe(token);
    expect(headers?.community).not.toBe("");
    expect(headers?.["x-xsrf-token"]).toBeTruthy();
    expect(headers).not.toHaveProperty("grpc-timeout");
  }
});

test("a call whose response was lost takes effect once", async ({ page, server }) => {
  let reached = 0;
  await page.route(`${first}/**`, async (route) => {
    const url = new URL(route.request().url());
    if (url.pathname.endsWith("/CreateAnswer")) {
      // The call is carried out, but its response is lost.
      await route.fetch({ url: server.address + url.pathname, maxRetries: 3 });
      reached += 1;
    }
    await route.abort("connectionreset");
  });
  const token = await enter(page, server.address, dana, "/turbo");
  await page.getByRole("main").getByRole("button", { name: "Harbor Row" }).click();
  const question = "Where is the second sun deck?";
  await add(page, question);
  expect(reached).toBe(1);
  expect(await answersOf(server, token, question)).toBe(1);
});
