// Opens the app where long lists are: there everything has a size.

import { vi } from "vitest";
import { openApp } from "./app";
import type { createTestHouse } from "./fake";

type House = ReturnType<typeof createTestHouse>;

type Visit = {
  /** Who is signed in; Dana, an administrator, if not told. */
  as?: string;
  /** Before anything is asked. */
  prepare?: (house: House) => void;
};

/** Long lists draw what is in view: here a column shows 20 rows of 100 px. */
function giveRoom() {
  const column = (element: HTMLElement) => element.hasAttribute("data-scrolls");
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockImplementation(function (
    this: HTMLElement,
  ) {
    return column(this) ? 2000 : 0;
  });
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(100);
}

export function visit(path: string, { as = "dana", ...more }: Visit = {}) {
  giveRoom();
  const app = openApp({ path, as, ...more });
  return { ...app, rooms: app.house.rooms };
}

/** The names of the calls that were made, in their order. */
export function callsOf({ rooms }: Pick<House, "rooms">): string[] {
  return rooms.calls.map((call) => call.method);
}
