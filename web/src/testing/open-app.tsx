// Opens the whole app in a test, with its own routes and transport and the fake API.

import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { expect, onTestFinished } from "vitest";
import { startSession } from "../api/session-token";
import { App } from "../app/app";
import type { Options } from "./fake-api/db";
import { tokenFor } from "./fake-api/lookup";
import { createTestApi } from "./fake-transport";

type OpenAppOptions = Options & {
  path: string;
  /** Who is signed in. Unset for a visitor. */
  as?: string;
  /** Runs before the first call. */
  prepare?: (fakeApi: ReturnType<typeof createTestApi>) => void;
};

function LocationObserver({ onPath }: { onPath: (path: string) => void }) {
  const { pathname, search } = useLocation();
  onPath(pathname + search);
  return null;
}

export function openApp({ path, as, prepare, ...options }: OpenAppOptions) {
  const fakeApi = createTestApi({ replyDelay: 0, ...options });
  prepare?.(fakeApi);
  onTestFinished(() => expect(fakeApi.db.refusals, "calls that the contract refuses").toEqual([]));
  if (as) startSession(tokenFor(as));
  const location = { path: "" };
  const page = render(
    <MemoryRouter initialEntries={[path]}>
      <App transport={fakeApi.transport} />
      <LocationObserver
        onPath={(path) => {
          location.path = path;
        }}
      />
    </MemoryRouter>,
  );
  return { ...page, fakeApi, location, user: userEvent.setup() };
}
