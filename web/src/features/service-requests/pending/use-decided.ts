import { useState } from "react";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";

type Versioned = Pick<ServiceRequest, "id" | "version">;

const keyOf = ({ id, version }: Versioned) => `${id} ${version}`;

/** Requests that were decided here. They leave the queue before it is read again. */
export function useDecided() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  return {
    /** A later version of a request may wait again. */
    has: (request: Versioned) => keys.has(keyOf(request)),
    add: (requests: readonly Versioned[]) =>
      setKeys((before) => new Set([...before, ...requests.map(keyOf)])),
  };
}
