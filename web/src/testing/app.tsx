// The whole app in a test: its own routes and transport, the house in memory.

import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { App } from "../app/app";
import { startSession } from "../rpc/session";
import { createTestHouse } from "./fake";
import { type Options, tokenOf } from "./house";

type Setting = Options & {
  path: string;
  /** Who is signed in; nobody if unset. */
  as?: string;
  /** Before anything is asked. */
  prepare?: (house: ReturnType<typeof createTestHouse>) => void;
};

function Place({ onPath }: { onPath: (path: string) => void }) {
  const { pathname, search } = useLocation();
  onPath(pathname + search);
  return null;
}

export function openApp({ path, as, prepare, ...options }: Setting) {
  const house = createTestHouse({ thinks: 0, ...options });
  prepare?.(house);
  if (as) startSession(tokenOf(as));
  const place = { path: "" };
  const page = render(
    <MemoryRouter initialEntries={[path]}>
      <App transport={house.transport} />
      <Place
        onPath={(path) => {
          place.path = path;
        }}
      />
    </MemoryRouter>,
  );
  return { ...page, house, place, user: userEvent.setup() };
}
