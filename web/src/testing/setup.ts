import { cleanup, configure, getConfig } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";

const { getElementError } = getConfig();

/**
 * Creates the error of a query, without the page if it only causes another attempt: printing the
 * page takes long, and Testing Library adds it to the error of the last attempt.
 */
function createQueryError(message: string | null, container: Element): Error {
  const { _disableExpensiveErrorDiagnostics: isRetried } = getConfig() as QueryFlags;
  const error =
    isRetried && message !== null
      ? Object.assign(new Error(message), { name: "TestingLibraryElementError" })
      : getElementError(message, container);
  // Vitest shows the test's line instead of one in this file.
  Error.captureStackTrace(error, createQueryError);
  return error;
}

type QueryFlags = { _disableExpensiveErrorDiagnostics?: boolean };

// Pages load when they are opened, and the first one takes a while.
configure({ asyncUtilTimeout: 60_000, getElementError: createQueryError });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);
