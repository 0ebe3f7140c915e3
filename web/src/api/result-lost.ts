// A request that was carried out although its response was lost, because the server crashed before
// it could store the response. For the sender it is a success without a result.

import { create, type DescMessage, type DescMethodUnary } from "@bufbuild/protobuf";
import { Code, ConnectError, type UnaryResponse } from "@connectrpc/connect";
import { ErrorInfoSchema } from "../gen/google/rpc/error_details_pb";
import type { Reason } from "./problem";

const reason: Reason = "IDEMPOTENT_RESULT_LOST";
const withoutResult = new WeakSet<object>();
const listeners = new Set<() => void>();

/** Whether the server reports that the request was carried out but its response is lost. */
export function saysResultLost(error: unknown): boolean {
  const connectError = ConnectError.from(error);
  return (
    connectError.code === Code.Aborted &&
    connectError.findDetails(ErrorInfoSchema).some((info) => info.reason === reason)
  );
}

/**
 * Returns an empty response in place of the lost one. Notifies listeners once the sender handled
 * it.
 */
export function lostResponse<I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
): UnaryResponse<I, O> {
  const message = create(method.output);
  withoutResult.add(message);
  setTimeout(() => {
    for (const listener of listeners) listener();
  });
  return {
    stream: false,
    service: method.parent,
    method,
    header: new Headers(),
    trailer: new Headers(),
    message,
  };
}

/** Whether a response replaces a lost one, so that its fields are meaningless. */
export function isResultLost(response: object): boolean {
  return withoutResult.has(response);
}

/**
 * Calls `listener` for each request whose response was lost. Returns a function that unsubscribes
 * it.
 */
export function onResultLost(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
