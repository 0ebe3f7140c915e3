// Errors as the server reports them.

import { Code, ConnectError } from "@connectrpc/connect";
import type { Reason } from "../../api/problem";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  RequestInfoSchema,
  RetryInfoSchema,
} from "../../gen/google/rpc/error_details_pb";

/** A refusal as the server words it. */
export function createError(code: Code, reason: Reason, text: string, wait?: number): ConnectError {
  return new ConnectError(text, code, undefined, [
    { desc: ErrorInfoSchema, value: { reason, domain: "parlor" } },
    { desc: RequestInfoSchema, value: { requestId: "7f3a-91c2-0be4" } },
    ...(wait === undefined
      ? []
      : [{ desc: RetryInfoSchema, value: { retryDelay: { seconds: BigInt(wait), nanos: 0 } } }]),
  ]);
}

/** A refusal of one field. */
export function fieldError(field: string, description: string): ConnectError {
  return new ConnectError(`${field}: ${description}`, Code.InvalidArgument, undefined, [
    { desc: BadRequestSchema, value: { fieldViolations: [{ field, description }] } },
  ]);
}

export function notFound(): ConnectError {
  return createError(Code.NotFound, "NOT_FOUND", "Not found.");
}
