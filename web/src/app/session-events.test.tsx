import { Code, ConnectError } from "@connectrpc/connect";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { readToken } from "../api/session-token";
import { EventKind } from "../gen/parlor/v1/event_service_pb";
import { callsOf, visit } from "../testing/visit";

type VisitOptions = NonNullable<Parameters<typeof visit>[1]>;

const loadTimeout = { timeout: 60_000 };

/** Opens the writing assistant, which offers the user's communities, and waits for the events. */
async function open() {
  const app = visit("/writingAssistant");
  await screen.findByRole("option", { name: "Harbor Row" }, loadTimeout);
  await waitFor(() => expect(app.db.listeners.size).toBe(1));
  return app;
}

/** Longer than a refresh after the stream has started would take, in milliseconds. */
const settleTime = 500;

/** Opens the escalations, and returns the names of the calls made until nothing more is loaded. */
async function callsOfVisit(as: string, prepare?: VisitOptions["prepare"]) {
  // Loaded beside the first calls, which takes longer in a test than in a browser.
  await import("./session-events");
  const app = visit("/escalations", { as, ...(prepare ? { prepare } : {}) });
  await screen.findByRole("heading", { name: "Escalations" }, loadTimeout);
  await new Promise((resolve) => setTimeout(resolve, settleTime));
  return callsOf(app);
}

test("a visit loads all once: its stream of events has begun before the lists are requested", async () => {
  const calls = await callsOfVisit("dana");
  expect(calls).toContain("ListEscalations");
  expect(calls).toEqual([...new Set(calls)]);
});

test("a visit while acting for another company opens one stream as well", async () => {
  const calls = await callsOfVisit("ines", ({ db }) => {
    const ines = db.accounts.find(({ user }) => user.id === "ines");
    if (ines) ines.entitlements.actingCompanyId = "wickham";
  });
  expect(calls).toContain("ListEscalations");
  expect(calls).toEqual([...new Set(calls)]);
});

test("the session names a community anew when an administrator renames it", async () => {
  const { db } = await open();
  const dana = db.accounts.find(({ user }) => user.id === "dana")?.user;
  for (const community of dana?.textCommunitiesMapping ?? [])
    if (community.value === "harbor") community.label = "Harbor Terrace";
  db.publish(EventKind.COMMUNITY, "harbor", "harbor");
  expect(await screen.findByRole("option", { name: "Harbor Terrace" })).toBeTruthy();
});

test("a session that fails to load again stays open", async () => {
  const app = await open();
  const before = callsOf(app).length;
  app.db.failingMethods.set("GetCurrentUser", new ConnectError("down", Code.Internal));
  app.db.publish(EventKind.COMMUNITY, "harbor", "harbor");
  await waitFor(() => expect(callsOf(app).slice(before)).toContain("GetCurrentUser"));
  await new Promise((resolve) => setTimeout(resolve));
  expect(readToken()).not.toBeNull();
  expect(screen.getByRole("option", { name: "Harbor Row" })).toBeTruthy();
});
