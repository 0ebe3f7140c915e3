// Opens the app where long lists are: there everything has a size.

import { vi } from "vitest";
import type { createTestApi } from "./fake-transport";
import { openApp } from "./open-app";

type FakeApi = ReturnType<typeof createTestApi>;

type VisitOptions = {
  /** Who is signed in; Dana, an administrator, if not told. */
  as?: string;
  /** Before anything is asked. */
  prepare?: (fakeApi: FakeApi) => void;
};

/** Long lists draw what is in view: here a column shows 20 rows of 100 px. */
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

/** The names of the calls that were made, in their order. */
export function callsOf({ db }: Pick<FakeApi, "db">): string[] {
  return db.calls.map((call) => call.method);
}
