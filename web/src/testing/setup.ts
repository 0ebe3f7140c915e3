import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";

// Pages are read when they are opened: the first one takes a moment.
configure({ asyncUtilTimeout: 60_000 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);
