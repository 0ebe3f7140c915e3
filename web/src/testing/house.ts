// A small living house in memory: all services of the contract, without a server.
// Texts are answered or escalated after a moment, and every change is an event.

import { clone, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import {
  Code,
  ConnectError,
  createRouterTransport,
  type HandlerContext,
} from "@connectrpc/connect";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  RequestInfoSchema,
  RetryInfoSchema,
} from "../gen/google/rpc/error_details_pb";
import type { Answer } from "../gen/parlor/v1/answer_pb";
import type { AnswerVersion } from "../gen/parlor/v1/answer_version_pb";
import type { TextCommunity } from "../gen/parlor/v1/community_pb";
import type { Contradiction } from "../gen/parlor/v1/contradiction_service_pb";
import type { Note } from "../gen/parlor/v1/conversation_pb";
import { type Escalation, EscalationSchema } from "../gen/parlor/v1/escalation_pb";
import type { EventKind, WatchEventsResponse } from "../gen/parlor/v1/event_service_pb";
import type { HandsetMessage } from "../gen/parlor/v1/handset_service_pb";
import type { HomeownerAccount } from "../gen/parlor/v1/homeowner_service_pb";
import type { Partner } from "../gen/parlor/v1/partner_pb";
import type { TestCase } from "../gen/parlor/v1/test_case_service_pb";
import { chambers, createGrants, createSessions } from "./house-account";
import { createCatalogues, shelves } from "./house-catalogues";
import { desk } from "./house-desk";
import { door } from "./house-door";
import { createWishes, estate } from "./house-estate";
import { registry } from "./house-files";
import { ledger } from "./house-homeowners";
import { backroom, createDead } from "./house-jobs";
import { library } from "./house-library";
import { createDeeds, office } from "./house-office";
import { phones } from "./house-phones";
import { playground } from "./house-playground";
import { staff } from "./house-staff";
import { talks } from "./house-talks";
import { trials } from "./house-trials";
import { createMails, ways } from "./house-ways";
import {
  type Account,
  createAccounts,
  createAnswers,
  createCommunities,
  createCompanies,
} from "./people";
import { createQuestions } from "./questions";

export type Options = {
  now?: () => number;
  /** How long the bot thinks, in milliseconds. */
  thinks?: number;
};

type Listener = (
  event: Pick<WatchEventsResponse, "sequence" | "kind" | "communityId" | "subject">,
) => void;

export function createRooms({ now = Date.now, thinks = 400 }: Options = {}) {
  const communities = createCommunities();
  const listeners = new Set<Listener>();
  return {
    now,
    thinks,
    communities,
    accounts: createAccounts(),
    companies: createCompanies(),
    catalogues: createCatalogues(now()),
    deeds: createDeeds(now()),
    mails: createMails(now()),
    dead: createDead(now()),
    partners: [] as Partner[],
    testCases: [] as TestCase[],
    homeowners: [] as HomeownerAccount[],
    /** Deleted communities, the last one first. */
    archived: [] as TextCommunity[],
    wishes: createWishes(now()),
    answers: createAnswers(communities, now()),
    /** What answers were, the newest first. */
    versions: [] as AnswerVersion[],
    /** What answers were before the file that changed them; nothing for new ones. */
    replaced: new Map<string, Answer | undefined>(),
    contradictions: [] as Contradiction[],
    ...createQuestions(communities, now()),
    sessions: createSessions(now()),
    grants: createGrants(now()),
    notes: new Map<string, Note[]>(),
    handset: new Map<string, HandsetMessage[]>(),
    /** What an escalation was before the act that can be undone. */
    before: new Map<string, Uint8Array>(),
    /** Whether a mail can leave. */
    mailReady: true,
    failures: new Map<string, number>(),
    ended: new Set<string>(),
    listeners,
    sequence: 0n,
    /** Calls that shall fail, by method name. */
    broken: new Map<string, ConnectError>(),
    /** What the replay waits for. */
    replaying: Promise.resolve() as Promise<void>,
    calls: [] as { method: string; headers: Headers }[],
    next: 0,
    tell(kind: EventKind, communityId = "", subject = "") {
      this.sequence += 1n;
      for (const listener of listeners)
        listener({ sequence: this.sequence, kind, communityId, subject });
    },
    id(prefix: string) {
      this.next += 1;
      return `${prefix}-new-${this.next}`;
    },
  };
}

export type Rooms = ReturnType<typeof createRooms>;

/** A refusal as the server words it. */
export function refusal(code: Code, reason: string, text: string, wait?: number): ConnectError {
  return new ConnectError(text, code, undefined, [
    { desc: ErrorInfoSchema, value: { reason, domain: "parlor" } },
    { desc: RequestInfoSchema, value: { requestId: "7f3a-91c2-0be4" } },
    ...(wait === undefined
      ? []
      : [{ desc: RetryInfoSchema, value: { retryDelay: { seconds: BigInt(wait), nanos: 0 } } }]),
  ]);
}

/** A refusal of one field. */
export function fieldRefusal(field: string, description: string): ConnectError {
  return new ConnectError(`${field}: ${description}`, Code.InvalidArgument, undefined, [
    { desc: BadRequestSchema, value: { fieldViolations: [{ field, description }] } },
  ]);
}

export function notFound(): ConnectError {
  return refusal(Code.NotFound, "NOT_FOUND", "It is not here.");
}

export function tokenOf(userId: string): string {
  return `house-${userId}`;
}

/** Who calls; UNAUTHENTICATED without a session. */
export function caller(rooms: Rooms, context: HandlerContext): Account {
  const token = context.requestHeader.get("usertoken") ?? "";
  rooms.calls.push({ method: context.method.name, headers: context.requestHeader });
  const account = rooms.accounts.find(({ user }) => tokenOf(user.id) === token);
  if (!account || rooms.ended.has(token)) {
    throw refusal(Code.Unauthenticated, "SESSION_OVER", "The session is over.");
  }
  const broken = rooms.broken.get(context.method.name);
  if (broken) throw broken;
  return account;
}

export function communityOf(rooms: Rooms, id: string) {
  const found = rooms.communities.find((community) => community.id === id);
  if (!found) throw notFound();
  return found;
}

export function escalationOf(rooms: Rooms, id: string): Escalation {
  const found = rooms.escalations.find((escalation) => escalation.id === id);
  if (!found) throw notFound();
  return found;
}

export function keepBefore(rooms: Rooms, escalation: Escalation): void {
  rooms.before.set(escalation.id, toBinary(EscalationSchema, escalation));
  escalation.reviewedAt = timestampFromMs(rooms.now());
  escalation.undoUntil = timestampFromMs(rooms.now() + 10_000);
  escalation.reviewed = true;
}

export function putBack(rooms: Rooms, escalation: Escalation): Escalation {
  const before = rooms.before.get(escalation.id);
  const until = escalation.undoUntil ? timestampMs(escalation.undoUntil) : 0;
  if (!before) throw refusal(Code.FailedPrecondition, "NOTHING_TO_UNDO", "Nothing to undo.");
  if (rooms.now() > until) throw refusal(Code.FailedPrecondition, "UNDO_TOO_LATE", "Too late.");
  const old = fromBinary(EscalationSchema, before);
  rooms.escalations[rooms.escalations.indexOf(escalation)] = old;
  rooms.before.delete(escalation.id);
  return old;
}

/** A copy, so that what is read does not change behind the reader's back. */
export function copy(escalation: Escalation): Escalation {
  return clone(EscalationSchema, escalation);
}

export function createHouse(options: Options = {}) {
  const rooms = createRooms(options);
  const transport = createRouterTransport((router) => {
    door(router, rooms);
    desk(router, rooms);
    talks(router, rooms);
    library(router, rooms);
    shelves(router, rooms);
    phones(router, rooms);
    chambers(router, rooms);
    office(router, rooms);
    ways(router, rooms);
    backroom(router, rooms);
    estate(router, rooms);
    staff(router, rooms);
    trials(router, rooms);
    ledger(router, rooms);
    registry(router, rooms);
    playground(router, rooms);
  });
  return { rooms, transport };
}
