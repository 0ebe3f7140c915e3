import { createClient, type Transport } from "@connectrpc/connect";
import { endSession } from "../api/session-token";
import { SessionService } from "../gen/parlor/v1/session_service_pb";
import { rememberPath } from "./remembered-path";

/**
 * Logs out here and in all tabs; the server is told, but not waited for. Who only changes
 * accounts comes back to a path.
 */
export function logOut(transport: Transport, backTo?: string): void {
  createClient(SessionService, transport)
    .logout({})
    .catch(() => undefined);
  endSession("left");
  if (backTo !== undefined) rememberPath(backTo);
}
