// Sessions, companies and live events in the fake API.

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import {
  EventKind,
  EventService,
  type WatchEventsResponse,
  WatchEventsResponseSchema,
} from "../../../gen/parlor/v1/event_service_pb";
import { SessionService } from "../../../gen/parlor/v1/session_service_pb";
import type { Db } from "../db";
import { createError, notFound } from "../errors";
import { requireAccount, tokenFor } from "../lookup";
import { isPlatformAdmin, password } from "../seed/people";

const maxAttempts = 10;

async function* registerEventHandlers(
  db: Db,
  signal: AbortSignal,
): AsyncGenerator<WatchEventsResponse> {
  const waiting: WatchEventsResponse[] = [];
  let wake: () => void = () => undefined;
  const say = (init: MessageInitShape<typeof WatchEventsResponseSchema>) => {
    const event = create(WatchEventsResponseSchema, init);
    event.at = timestampFromMs(db.now());
    waiting.push(event);
    wake();
  };
  db.listeners.add(say);
  signal.addEventListener("abort", () => wake());
  say({ kind: EventKind.READY, sequence: db.sequence });
  try {
    while (!signal.aborted) {
      yield* waiting.splice(0);
      if (waiting.length > 0 || signal.aborted) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    db.listeners.delete(say);
  }
}

/** Number of communities that a company is returned with at most. */
const maxListed = 200;

export function registerSessionHandlers(router: ConnectRouter, db: Db): void {
  router.service(SessionService, {
    login({ email, password: given }) {
      const address = email.toLowerCase();
      const failures = db.failures.get(address) ?? 0;
      if (failures >= maxAttempts) {
        throw createError(Code.ResourceExhausted, "TOO_MANY_ATTEMPTS", "Too many attempts.", 90);
      }
      const account = db.accounts.find(({ user }) => user.email === address);
      if (!account || given !== password) {
        db.failures.set(address, failures + 1);
        throw createError(Code.Unauthenticated, "WRONG_CREDENTIALS", "Wrong credentials.");
      }
      db.endedSessions.delete(tokenFor(account.user.id));
      return { token: tokenFor(account.user.id), user: account.user };
    },
    logout(_, context) {
      db.endedSessions.add(tokenFor(requireAccount(db, context).user.id));
      return {};
    },
    getCurrentUser: (_, context) => requireAccount(db, context),
  });

  router.service(CompanyService, {
    getCompany({ id, includeUsers, includeCommunities }, context) {
      const { user, entitlements } = requireAccount(db, context);
      const own = [user.companyId, entitlements.actingCompanyId].includes(id);
      const found = db.companies.find((company) => company.id === id);
      if (!found || !(own || isPlatformAdmin(entitlements))) throw notFound();
      const staff = db.accounts.map((account) => account.user);
      return {
        company: found,
        users: includeUsers ? staff.filter(({ companyId }) => companyId === id) : [],
        communities: includeCommunities ? db.communities.slice(0, maxListed) : [],
        hasMoreCommunities: includeCommunities && db.communities.length > maxListed,
      };
    },
  });

  router.service(EventService, {
    async *watchEvents(_, context) {
      yield* registerEventHandlers(db, context.signal);
    },
  });
}
