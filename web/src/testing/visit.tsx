// Opens the whole app at a path, with a house in memory behind it.

import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter } from "react-router";
import { vi } from "vitest";
import { App } from "../app/app";
import { startSession } from "../rpc/session";
import { createTestHouse } from "./fake";
import { type Options, tokenOf } from "./house";

type Visit = Options & {
  /** Who is signed in; Dana, an administrator, if not told. */
  as?: string;
  /** Before anybody looks: breaks a call, changes an answer. */
  before?: (rooms: ReturnType<typeof createTestHouse>["rooms"]) => void;
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

export function visit(path: string, { as = "dana", before, ...options }: Visit = {}) {
  giveRoom();
  const house = createTestHouse({ thinks: 5, ...options });
  before?.(house.rooms);
  startSession(tokenOf(as));
  window.history.replaceState(null, "", path);
  const view = render(
    <BrowserRouter>
      <App transport={house.transport} />
    </BrowserRouter>,
  );
  return { ...house, ...view, user: userEvent.setup() };
}

/** The names of the calls that were made, in their order. */
export function callsOf({ rooms }: Pick<ReturnType<typeof createTestHouse>, "rooms">): string[] {
  return rooms.calls.map((call) => call.method);
}
