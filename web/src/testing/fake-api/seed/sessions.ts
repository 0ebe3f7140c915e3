// Sign-ins and connected applications of the fake API.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type Session, SessionSchema } from "../../../gen/parlor/v1/account_service_pb";
import { type Grant, GrantSchema } from "../../../gen/parlor/v1/oauth_service_pb";

export const hour = 3_600_000;

export function createSessions(now: number): Session[] {
  const times = [0, 5 * hour, 400 * hour];
  const agents = [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "",
  ];
  return agents.map((userAgent, index) => {
    const at = timestampFromMs(now - (times[index] ?? 0));
    return create(SessionSchema, {
      id: `session-${index}`,
      userAgent,
      address: "203.0.113.7",
      openedAt: at,
      usedAt: at,
      current: index === 0,
    });
  });
}

export function createGrants(now: number): Grant[] {
  return [
    create(GrantSchema, {
      id: "grant-ledger",
      clientName: "Ledger Sync",
      scopes: ["see your communities", "see conversations"],
      grantedAt: timestampFromMs(now - 100 * hour),
    }),
  ];
}
