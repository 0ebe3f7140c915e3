// Opens the app in tests of long lists, and gives all elements a size.

import { vi } from "vitest";
import type { DashboardOption } from "../gen/parlor/options/v1/screen_pb";
import type { createTestApi } from "./fake-transport";
import { openApp } from "./open-app";

type FakeApi = ReturnType<typeof createTestApi>;

type VisitOptions = {
  /** Who is signed in. Defaults to Dana, an administrator. */
  as?: string;
  /** Runs before the first call. */
  prepare?: (fakeApi: FakeApi) => void;
};

/** Virtual lists render visible rows only. Here a column shows 20 rows of 100 px. */
function mockElementSizes() {
  const column = (element: HTMLElement) => element.hasAttribute("data-scrolls");
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockImplementation(function (
    this: HTMLElement,
  ) {
    return column(this) ? 2000 : 0;
  });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(100);
}

export function visit(path: string, { as = "dana", ...more }: VisitOptions = {}) {
  mockElementSizes();
  const app = openApp({ path, as, ...more });
  return { ...app, db: app.fakeApi.db };
}

/** Adds an option to every user: `visit(path, { prepare: allow(DashboardOption.OMNICHANNEL) })`. */
export function allow(option: DashboardOption) {
  return ({ db }: FakeApi) => {
    for (const { entitlements } of db.accounts) entitlements.options.push(option);
  };
}

/** Returns the names of the calls made, in order. */
export function callsOf({ db }: Pick<FakeApi, "db">): string[] {
  return db.calls.map((call) => call.method);
}
