// Data of the fake API, with hooks for tests. Every change is published as an event.

import { create } from "@bufbuild/protobuf";
import type { ConnectError } from "@connectrpc/connect";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import type { AnswerVersion } from "../../gen/parlor/v1/answer_version_pb";
import type { BlastPlanUsage } from "../../gen/parlor/v1/blast_service_pb";
import type { ChannelHealth } from "../../gen/parlor/v1/channel_health_service_pb";
import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import type { ConsentEntry } from "../../gen/parlor/v1/consent_service_pb";
import type { Contradiction } from "../../gen/parlor/v1/contradiction_service_pb";
import type { Draft } from "../../gen/parlor/v1/draft_pb";
import type { SimilarAnswer } from "../../gen/parlor/v1/escalation_service_pb";
import { EventKind, type WatchEventsResponse } from "../../gen/parlor/v1/event_service_pb";
import type { HomeownerAccount } from "../../gen/parlor/v1/homeowner_service_pb";
import type { InboxPersonSuggestion } from "../../gen/parlor/v1/inbox_service_pb";
import type { Macro } from "../../gen/parlor/v1/macro_service_pb";
import type { Note } from "../../gen/parlor/v1/note_pb";
import type { NumberCarrier } from "../../gen/parlor/v1/number_carrier_pb";
import type { Partner } from "../../gen/parlor/v1/partner_pb";
import type { RoutingRule } from "../../gen/parlor/v1/routing_rule_service_pb";
import type { SavedView } from "../../gen/parlor/v1/saved_view_service_pb";
import { SoftwareConnectionSchema } from "../../gen/parlor/v1/software_connection_pb";
import { Software } from "../../gen/parlor/v1/software_pb";
import type { SoftwareRequest } from "../../gen/parlor/v1/software_request_service_pb";
import type { TestCase } from "../../gen/parlor/v1/test_case_service_pb";
import type { TestPhoneMessage } from "../../gen/parlor/v1/test_phone_service_pb";
import type { WorkOrder } from "../../gen/parlor/v1/work_order_service_pb";
import { createAuditEntries } from "./seed/audit-entries";
import {
  createAudiences,
  createBlastAccounts,
  createBlasts,
  createBlastTemplates,
} from "./seed/blasts";
import { createCatalogs } from "./seed/catalogs";
import { createCommunityRequests } from "./seed/community-requests";
import { createDeadJobs } from "./seed/dead-jobs";
import {
  createCannedReplies,
  createEmailMessages,
  createEmailThreads,
  createMailboxes,
} from "./seed/email-threads";
import { createEmails } from "./seed/emails";
import { createEscalations } from "./seed/escalations";
import { createAccounts, createAnswers, createCommunities, createCompanies } from "./seed/people";
import { createServiceRequests } from "./seed/service-requests";
import { createGrants, createSessions } from "./seed/sessions";
import { createWebChatSites, createWebChats } from "./seed/web-chats";

export type Options = {
  now?: () => number;
  /** How long the bot takes to reply, in milliseconds. */
  replyDelay?: number;
};

type Listener = (
  event: Pick<WatchEventsResponse, "sequence" | "kind" | "communityId" | "subject"> & {
    typing?: { id: string; name: string; hasStopped: boolean };
  },
) => void;

export function createDb({ now = Date.now, replyDelay = 400 }: Options = {}) {
  const communities = createCommunities();
  const listeners = new Set<Listener>();
  return {
    now,
    replyDelay,
    communities,
    accounts: createAccounts(),
    companies: createCompanies(),
    catalogs: createCatalogs(now()),
    auditEntries: createAuditEntries(now()),
    emails: createEmails(now()),
    deadJobs: createDeadJobs(now()),
    partners: [] as Partner[],
    softwareConnection: create(SoftwareConnectionSchema),
    /** Whether the server has the credential for the company's software. */
    isSoftwareConfigured: true,
    /** Carriers of the communities' numbers. Numbers without an entry use the test phone. */
    numberCarriers: new Map<string, NumberCarrier>(),
    testCases: [] as TestCase[],
    homeownerAccounts: [] as HomeownerAccount[],
    /** Ledgers of consent by phone, newest first. */
    consentEntries: new Map<string, ConsentEntry[]>(),
    blasts: createBlasts(now()),
    audiences: createAudiences(now()),
    blastTemplates: createBlastTemplates(),
    /** Accounts that blasts can reach. */
    blastAccounts: createBlastAccounts(communities),
    /** Deleted communities, last deleted first. */
    deletedCommunities: [] as TextCommunity[],
    communityRequests: createCommunityRequests(now()),
    answers: createAnswers(communities, now()),
    /** Versions of answers, newest first. */
    versions: [] as AnswerVersion[],
    /** Answers before the import that changed them; undefined for new ones. */
    replaced: new Map<string, Answer | undefined>(),
    contradictions: [] as Contradiction[],
    /** Answers to similar questions, of any escalation. */
    similarAnswers: [] as SimilarAnswer[],
    ...createEscalations(communities, now()),
    sessions: createSessions(now()),
    grants: createGrants(now()),
    notes: new Map<string, Note[]>(),
    /** Newest first. */
    workOrders: [] as { requestId: string; order: WorkOrder }[],
    /** The connected software that takes requests, and what was sent to it by request. */
    softwareRequests: {
      software: Software.UNSPECIFIED as Software,
      sent: new Map<string, SoftwareRequest>(),
    },
    testMessages: new Map<string, TestPhoneMessage[]>(),
    /** Escalations before the action that can be undone. */
    beforeReview: new Map<string, Uint8Array>(),
    /** Whether email can be sent. */
    canSendEmail: true,
    /** Whether the carrier of the communities' numbers can send photos. */
    canTextPhotos: true,
    failures: new Map<string, number>(),
    endedSessions: new Set<string>(),
    listeners,
    sequence: 0n,
    /** Errors of calls that should fail, by method name. */
    failingMethods: new Map<string, ConnectError>(),
    /** Promises that calls wait for, by method name. */
    heldMethods: new Map<string, Promise<void>>(),
    /** Promise that the replay waits for. */
    replaying: Promise.resolve() as Promise<void>,
    mailboxes: createMailboxes(communities, now()),
    /** Text segments that communities sent this month, by their ID. */
    usedSegments: new Map<string, number>(),
    /** What blasts add to the text plans of communities. */
    blastPlanUsages: [] as BlastPlanUsage[],
    /** Health of channels that do not work, by their address. */
    channelProblems: [] as Partial<ChannelHealth>[],
    emailThreads: createEmailThreads(communities, now()),
    emailMessages: createEmailMessages(now()),
    webChatSites: createWebChatSites(communities),
    ...createWebChats(now()),
    cannedReplies: createCannedReplies(),
    macros: [] as Macro[],
    routingRules: [] as RoutingRule[],
    replyTargets: { textMinutes: 0, emailMinutes: 0, webChatMinutes: 0 },
    /** Due times of replies, by the ID of the conversation, email thread or web chat. */
    repliesDue: new Map<string, number>(),
    /** Accounts that may belong to a person, by phone number or email address. */
    suggestions: new Map<string, InboxPersonSuggestion[]>(),
    /** The account that a person was merged with, by phone number or email address. */
    mergedPersons: new Map<string, string>(),
    drafts: [] as Draft[],
    /** Maximum recipients of an exported file. */
    exportRows: 100_000,
    /** Quiet hours that hold all recipients of blasts. */
    quietHours: { from: 0, until: 0 },
    draftingStatus: { hasModel: false, usedTokens: 0n, tokenAllowance: 2_000_000n },
    /** Texts of versions, by draft and version number. */
    draftTexts: new Map<string, string>(),
    ...createServiceRequests(communities, now()),
    savedViews: [] as { userId: string; view: SavedView }[],
    calls: [] as { method: string; headers: Headers }[],
    /** Calls of signed-in users that their access rules refused. */
    refusals: [] as string[],
    /** Reports of users about their typing, in order. */
    typing: [] as { thread: string; hasStopped: boolean }[],
    next: 0,
    publish(kind: EventKind, communityId = "", subject = "") {
      this.sequence += 1n;
      for (const listener of listeners)
        listener({ sequence: this.sequence, kind, communityId, subject });
    },
    /** Reports that a colleague is typing in a conversation, an email thread or a web chat, or stopped. */
    publishTyping(thread: string, name: string, hasStopped = false) {
      const typing = { id: name, name, hasStopped };
      for (const listener of listeners)
        listener({
          sequence: this.sequence,
          kind: EventKind.TYPING,
          communityId: "",
          subject: thread,
          typing,
        });
    },
    /** Reports that the visitor of a web chat is typing, or stopped. */
    publishVisitorTyping(chat: string, hasStopped = false) {
      const typing = { id: "", name: "", hasStopped };
      for (const listener of listeners)
        listener({
          sequence: this.sequence,
          kind: EventKind.VISITOR_TYPING,
          communityId: "",
          subject: chat,
          typing,
        });
    },
    id(prefix: string) {
      this.next += 1;
      return `${prefix}-new-${this.next}`;
    },
  };
}

export type Db = ReturnType<typeof createDb>;
