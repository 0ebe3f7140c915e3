// Sessions, companies and live events of the house in memory.

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { CompanyService } from "../gen/parlor/v1/company_service_pb";
import {
  EventKind,
  EventService,
  type WatchEventsResponse,
  WatchEventsResponseSchema,
} from "../gen/parlor/v1/event_service_pb";
import { SessionService } from "../gen/parlor/v1/session_service_pb";
import { caller, notFound, type Rooms, refusal, tokenOf } from "./house";
import { password, runsPlatform } from "./people";

const allowed = 10;

async function* events(rooms: Rooms, signal: AbortSignal): AsyncGenerator<WatchEventsResponse> {
  const waiting: WatchEventsResponse[] = [];
  let wake: () => void = () => undefined;
  const say = (init: MessageInitShape<typeof WatchEventsResponseSchema>) => {
    const event = create(WatchEventsResponseSchema, init);
    event.at = timestampFromMs(rooms.now());
    waiting.push(event);
    wake();
  };
  rooms.listeners.add(say);
  signal.addEventListener("abort", () => wake());
  say({ kind: EventKind.READY, sequence: rooms.sequence });
  try {
    while (!signal.aborted) {
      yield* waiting.splice(0);
      if (waiting.length > 0 || signal.aborted) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    rooms.listeners.delete(say);
  }
}

export function door(router: ConnectRouter, rooms: Rooms): void {
  router.service(SessionService, {
    login({ email, password: given }) {
      const address = email.toLowerCase();
      const failures = rooms.failures.get(address) ?? 0;
      if (failures >= allowed) {
        throw refusal(Code.ResourceExhausted, "TOO_MANY_ATTEMPTS", "Too many attempts.", 90);
      }
      const account = rooms.accounts.find(({ user }) => user.email === address);
      if (!account || given !== password) {
        rooms.failures.set(address, failures + 1);
        throw refusal(Code.Unauthenticated, "WRONG_CREDENTIALS", "Wrong credentials.");
      }
      rooms.ended.delete(tokenOf(account.user.id));
      return { token: tokenOf(account.user.id), user: account.user };
    },
    logout(_, context) {
      rooms.ended.add(tokenOf(caller(rooms, context).user.id));
      return {};
    },
    getCurrentUser: (_, context) => caller(rooms, context),
  });

  router.service(CompanyService, {
    getCompany({ id, includeUsers, includeCommunities }, context) {
      const { user, standing } = caller(rooms, context);
      const own = [user.companyId, standing.actingCompanyId].includes(id);
      const found = rooms.companies.find((company) => company.id === id);
      if (!found || !(own || runsPlatform(standing))) throw notFound();
      const staff = rooms.accounts.map((account) => account.user);
      return {
        company: found,
        users: includeUsers ? staff.filter(({ companyId }) => companyId === id) : [],
        communities: includeCommunities ? rooms.communities : [],
      };
    },
  });

  router.service(EventService, {
    async *watchEvents(_, context) {
      caller(rooms, context);
      yield* events(rooms, context.signal);
    },
  });
}
