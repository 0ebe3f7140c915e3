import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { BadRequestSchema } from "../gen/google/rpc/error_details_pb";
import { createError } from "../testing/fake-api/errors";
import { toProblem } from "./problem";

/** Returns the error as a client receives it, with its details serialized. */
function arrived(error: ConnectError): ConnectError {
  return new ConnectError(error.rawMessage, error.code, error.metadata, error.details as never);
}

test("a refusal that is known is told in our words, with its request id", () => {
  const problem = toProblem(
    arrived(createError(Code.FailedPrecondition, "CLAIMED_BY_ANOTHER", "claimed")),
  );
  expect(problem.reason).toBe("CLAIMED_BY_ANOTHER");
  expect(problem.title).toBe("A colleague is working on this.");
  expect(problem.requestId).toBe("7f3a-91c2-0be4");
  expect(problem.retryable).toBe(false);
});

test("the time to wait is known in seconds", () => {
  const problem = toProblem(createError(Code.ResourceExhausted, "TOO_MANY_ATTEMPTS", "wait", 90));
  expect(problem.retryAfter).toBe(90);
});

test("violations land on their fields", () => {
  const problem = toProblem(
    new ConnectError("bad", Code.InvalidArgument, undefined, [
      {
        desc: BadRequestSchema,
        value: { fieldViolations: [{ field: "email", description: "It needs an @." }] },
      },
    ]),
  );
  expect(problem.fields).toEqual({ email: "It needs an @." });
});

test("a browser that does not get through is told as such, and may try again", () => {
  const problem = toProblem(new TypeError("Failed to fetch"));
  expect(problem.title).toBe("Can't reach the server.");
  expect(problem.retryable).toBe(true);
});

test("what nobody knows is never shown raw", () => {
  const problem = toProblem(new ConnectError("SELECT failed: secret", Code.Internal));
  expect(problem.text).not.toContain("secret");
});
