import { Code, ConnectError } from "@connectrpc/connect";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { readToken } from "../api/session-token";
import { EventKind } from "../gen/parlor/v1/event_service_pb";
import { callsOf, visit } from "../testing/visit";

const loadTimeout = { timeout: 60_000 };

/** Opens the writing assistant, which offers the user's communities, and waits for the events. */
async function open() {
  const app = visit("/writingAssistant");
  await screen.findByRole("option", { name: "Harbor Row" }, loadTimeout);
  await waitFor(() => expect(app.db.listeners.size).toBe(1));
  return app;
}

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
