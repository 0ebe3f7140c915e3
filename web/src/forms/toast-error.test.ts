import { Code, ConnectError } from "@connectrpc/connect";
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { setLastFailure, useLastFailure } from "../lib/last-failure";
import { createError } from "../testing/fake-api/errors";
import { toastError, toastFailure } from "./toast-error";

afterEach(() => act(() => setLastFailure(undefined)));

const internal = () =>
  new ConnectError("index out of range", Code.Internal, { "x-request-id": "0199d0c2" });

test("an unexpected error leaves its request ID on the screen", () => {
  const { result } = renderHook(useLastFailure);
  act(() => toastFailure("Training wasn't changed.", internal()));
  expect(result.current?.title).toBe("Training wasn't changed.");
  expect(result.current?.text).toContain("Something went wrong.");
  expect(result.current?.requestId).toBe("0199d0c2");
});

test("an error whose cause is known is only a toast", () => {
  const { result } = renderHook(useLastFailure);
  act(() => toastError(createError(Code.FailedPrecondition, "CLAIMED_BY_ANOTHER", "claimed")));
  expect(result.current).toBeUndefined();
});
