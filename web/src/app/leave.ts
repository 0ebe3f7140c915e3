import { createClient, type Transport } from "@connectrpc/connect";
import { SessionService } from "../gen/parlor/v1/session_service_pb";
import { endSession } from "../rpc/session";

let left: string | undefined;

/** The place in the history at which somebody logged out: nobody asked to go back to it. */
export function leftFrom(): string | undefined {
  return left;
}

/** Logs out here and in all tabs; the server is told, but not waited for. */
export function logOut(transport: Transport, locationKey: string): void {
  left = locationKey;
  createClient(SessionService, transport)
    .logout({})
    .catch(() => undefined);
  endSession("left");
}
