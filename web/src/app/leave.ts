import { createClient, type Transport } from "@connectrpc/connect";
import { SessionService } from "../gen/parlor/v1/session_service_pb";
import { endSession } from "../rpc/session";

/** Logs out here and in all tabs; the server is told, but not waited for. */
export function logOut(transport: Transport): void {
  createClient(SessionService, transport)
    .logout({})
    .catch(() => undefined);
  endSession("left");
}
