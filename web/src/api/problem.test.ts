import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { BadRequestSchema } from "../gen/google/rpc/error_details_pb";
import { createError } from "../testing/fake-api/errors";
import { toDraftProblem, toProblem } from "./problem";

/** Returns the error as a client receives it, with its details serialized. */
function arrived(error: ConnectError): ConnectError {
  return new ConnectError(error.rawMessage, error.code, error.metadata, error.details as never);
}

test("a known error has its own text and the request id", () => {
  const problem = toProblem(
    arrived(createError(Code.FailedPrecondition, "CLAIMED_BY_ANOTHER", "claimed")),
  );
  expect(problem.reason).toBe("CLAIMED_BY_ANOTHER");
  expect(problem.title).toBe("A colleague is working on this.");
  expect(problem.requestId).toBe("7f3a-91c2-0be4");
  expect(problem.retryable).toBe(false);
});

test("the time to wait is in seconds", () => {
  const problem = toProblem(createError(Code.ResourceExhausted, "TOO_MANY_ATTEMPTS", "wait", 90));
  expect(problem.retryAfter).toBe(90);
});

test("violations are assigned to their fields", () => {
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

test("a connection error has its own text and can be retried", () => {
  const problem = toProblem(new TypeError("Failed to fetch"));
  expect(problem.title).toBe("Can't reach the server.");
  expect(problem.retryable).toBe(true);
  expect(problem.text).toBe("Check your connection.");
});

test("a lost connection says what is saved, and a refusal does not", () => {
  const lost = new TypeError("Failed to fetch");
  const saved = "Check your connection. Your work is saved on this computer.";
  expect(toDraftProblem(lost).text).toBe(saved);
  expect(toDraftProblem(lost, true).text).toContain("but your photos aren't.");
  const refused = createError(Code.FailedPrecondition, "CLAIMED_BY_ANOTHER", "claimed");
  expect(toDraftProblem(refused)).toEqual(toProblem(refused));
});

test("an unknown error is never shown raw", () => {
  const problem = toProblem(new ConnectError("SELECT failed: secret", Code.Internal));
  expect(problem.text).not.toContain("secret");
});
