import { createClient, type Transport } from "@connectrpc/connect";
import { endSession } from "../api/session-token";
import { SessionService } from "../gen/parlor/v1/session_service_pb";
import { rememberPath } from "./remembered-path";

/**
 * Logs out in all tabs, without waiting for the server. `backTo` is where the login returns to, for
 * a user who only switches accounts.
 */
export function logOut(transport: Transport, backTo?: string): void {
  createClient(SessionService, transport)
    .logout({})
    .catch(() => undefined);
  endSession("left");
  if (backTo !== undefined) rememberPath(backTo);
}
