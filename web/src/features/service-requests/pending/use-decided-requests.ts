import { useState } from "react";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";

type Versioned = Pick<ServiceRequest, "id" | "version">;

const keyOf = ({ id, version }: Versioned) => `${id} ${version}`;

/** Requests that the user just decided. They leave the queue before it is refetched. */
export function useDecidedRequests() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  return {
    /** A later version of a request can be pending again. */
    has: (request: Versioned) => keys.has(keyOf(request)),
    add: (requests: readonly Versioned[]) =>
      setKeys((before) => new Set([...before, ...requests.map(keyOf)])),
  };
}
