import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";

// Pages load when they are opened, and the first one takes a while.
configure({ asyncUtilTimeout: 60_000 });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);
