// Errors as the server reports them.

import { Code, ConnectError } from "@connectrpc/connect";
import type { Reason } from "../../api/problem";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  RequestInfoSchema,
  RetryInfoSchema,
} from "../../gen/google/rpc/error_details_pb";
import { isBlank } from "../../lib/blank-text";

const requestId = "7f3a-91c2-0be4";

/** Returns an error with the server's wording. */
export function createError(code: Code, reason: Reason, text: string, wait?: number): ConnectError {
  return new ConnectError(text, code, undefined, [
    { desc: ErrorInfoSchema, value: { reason, domain: "parlor" } },
    { desc: RequestInfoSchema, value: { requestId } },
    ...(wait === undefined
      ? []
      : [{ desc: RetryInfoSchema, value: { retryDelay: { seconds: BigInt(wait), nanos: 0 } } }]),
  ]);
}

export function preconditionError(reason: Reason): ConnectError {
  return createError(Code.FailedPrecondition, reason, `Refused: ${reason}.`);
}

export type FieldViolation = { field: string; description: string };

/** Returns an error about several fields. */
export function invalidFields(fieldViolations: readonly FieldViolation[]): ConnectError {
  const [first] = fieldViolations;
  const text = first ? `${first.field}: ${first.description}` : "The message breaks its rules.";
  return new ConnectError(text, Code.InvalidArgument, undefined, [
    { desc: ErrorInfoSchema, value: { reason: "INVALID_FIELDS", domain: "parlor" } },
    { desc: RequestInfoSchema, value: { requestId } },
    { desc: BadRequestSchema, value: { fieldViolations: [...fieldViolations] } },
  ]);
}

/** Returns an error about one field. */
export function fieldError(field: string, description: string): ConnectError {
  return invalidFields([{ field, description }]);
}

/** Rejects a text that shows nothing. */
export function requireShown(field: string, text: string, words: string): void {
  if (isBlank(text)) throw fieldError(field, words);
}

export function notFound(): ConnectError {
  return createError(Code.NotFound, "NOT_FOUND", "Not found.");
}
