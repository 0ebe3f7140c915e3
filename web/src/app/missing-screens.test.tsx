import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { canOpen, screenRule, screens } from "../entities/session/screen-access";
import type { Screen } from "../gen/parlor/options/v1/screen_pb";
import { createAccounts } from "../testing/fake-api/seed/people";
import { openApp } from "../testing/open-app";
import { screenPath, screenTitle } from "./screens";

const loadTimeout = { timeout: 60_000 };

const network = vi.hoisted(() => ({ hasScreens: false }));

/** Screens fail to load, as they do offline; the frame's own modules load. */
vi.mock("../lib/lazy", async (load) => {
  const lazy = await load<typeof import("../lib/lazy")>();
  const isScreen = /features\/[\w/-]+\/page|(?:answers|turbo|profile|oauth|test-phone)-route/;
  const lazyWithReload: typeof lazy.lazyWithReload = (module) =>
    lazy.lazyWithReload(() =>
      network.hasScreens || !isScreen.test(String(module))
        ? module()
        : Promise.reject(new Error("gone")),
    );
  return { ...lazy, lazyWithReload };
});

beforeEach(() => {
  network.hasScreens = false;
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.spyOn(console, "error").mockReturnValue();
});

const framed = screens.filter((one) => !screenRule(one).public && !screenRule(one).bare);

/** Gives Dana the options and role that a screen requires. */
function grant(accounts: ReturnType<typeof createAccounts>, screen: Screen) {
  const dana = accounts.find(({ user }) => user.id === "dana");
  const [condition] = screenRule(screen).anyOf;
  dana?.entitlements.granted.push(...(condition?.entitlements ?? []));
  dana?.entitlements.options.push(...(condition?.options ?? []));
}

const rows = framed.map((one) => {
  const accounts = createAccounts();
  if (!accounts.some(({ entitlements }) => canOpen(one, entitlements))) grant(accounts, one);
  const account = accounts.find(({ entitlements }) => canOpen(one, entitlements));
  const title = screenTitle(one, account?.entitlements);
  return { path: screenPath(one), title, as: account?.user.id ?? "", accounts };
});

test.each(rows)("$path keeps the frame when $title is missing offline", async (row) => {
  const { path, as, accounts } = row;
  openApp({ path, as, prepare: ({ db }) => Object.assign(db, { accounts }) });
  const missing = { level: 1, name: `${row.title} couldn't load` };
  await screen.findByRole("heading", missing, loadTimeout);
  const main = within(screen.getByRole("main"));
  main.getByRole("heading", missing);
  main.getByText(/You're offline/);
  main.getByRole("button", { name: "Retry" });
  screen.getByRole("navigation", { name: "Screens" });
  screen.getByRole("button", { name: "Search" });
});

test("another screen starts without the error of the previous one", async () => {
  const { user } = openApp({ path: "/escalations", as: "dana" });
  await screen.findByRole("heading", { name: "Escalations couldn't load" }, loadTimeout);
  const menu = within(screen.getByRole("navigation", { name: "Screens" }));
  await user.click(menu.getByRole("link", { name: "Administration" }));
  await screen.findByRole("heading", { name: "Administration couldn't load" }, loadTimeout);
  expect(screen.queryByText(/Escalations couldn't load/)).toBeNull();
});

test("Retry loads a screen that was missing, without reloading the page", async () => {
  const { user } = openApp({ path: "/escalations", as: "dana" });
  await screen.findByRole("heading", { name: "Escalations couldn't load" }, loadTimeout);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByRole("heading", { name: "Escalations couldn't load" }, loadTimeout);
  network.hasScreens = true;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByRole("heading", { name: "Escalations" }, loadTimeout);
});
