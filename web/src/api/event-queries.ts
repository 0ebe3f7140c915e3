// Which queries each kind of event changes.

import type { Query } from "@tanstack/react-query";
import type { EventKind } from "../gen/parlor/v1/event_service_pb";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Community of the result, for requests that name it only indirectly. */
      communityId?: string | undefined;
      /** Whether events change the query, given its result. By default, they do. */
      followsEvents?: (data: unknown) => boolean;
    };
  }
}

/**
 * Name of a kind of event. EMAIL_DRAFT is a draft of this user alone; the event of a draft is
 * EMAIL_THREAD.
 */
export type ChangeKind = keyof typeof EventKind | "EMAIL_DRAFT";

/**
 * A change to stored data. `communityId` and `subject` are empty when it concerns all; an answer
 * without a community is one that the company shares with all of them.
 */
export type Change = { kind: ChangeKind; communityId?: string; subject?: string };

// Types only, so that the table does not load these contracts.
type Contracts = typeof import("../gen/parlor/v1/answer_history_service_pb") &
  typeof import("../gen/parlor/v1/blast_service_pb") &
  typeof import("../gen/parlor/v1/community_admin_service_pb") &
  typeof import("../gen/parlor/v1/community_service_pb") &
  typeof import("../gen/parlor/v1/consent_service_pb") &
  typeof import("../gen/parlor/v1/contradiction_service_pb") &
  typeof import("../gen/parlor/v1/conversation_service_pb") &
  typeof import("../gen/parlor/v1/draft_service_pb") &
  typeof import("../gen/parlor/v1/email_thread_service_pb") &
  typeof import("../gen/parlor/v1/escalation_service_pb") &
  typeof import("../gen/parlor/v1/inbox_service_pb") &
  typeof import("../gen/parlor/v1/knowledge_service_pb") &
  typeof import("../gen/parlor/v1/mailbox_service_pb") &
  typeof import("../gen/parlor/v1/outgoing_email_service_pb") &
  typeof import("../gen/parlor/v1/service_request_service_pb") &
  typeof import("../gen/parlor/v1/session_service_pb") &
  typeof import("../gen/parlor/v1/software_request_service_pb") &
  typeof import("../gen/parlor/v1/test_phone_service_pb") &
  typeof import("../gen/parlor/v1/unanswered_question_service_pb") &
  typeof import("../gen/parlor/v1/web_chat_service_pb") &
  typeof import("../gen/parlor/v1/work_order_service_pb");
type ServiceName = Extract<keyof Contracts, `${string}Service`>;
type MethodName<S extends ServiceName> = Capitalize<keyof Contracts[S]["method"] & string>;

/** Returns the full names of methods, as `toFullName` does. The compiler checks that they exist. */
function methods<S extends ServiceName>(service: S, ...names: MethodName<S>[]): string[] {
  return names.map((name) => toFullName(`parlor.v1.${service}`, name));
}

const toFullName = (service: string, method: string) => `${service}/${method}`;

type Ids = { id?: string | undefined; communityId?: string | undefined };

/** A request or a change without an ID concerns all IDs. */
const concerns = (requested: string | undefined, changed: string | undefined) =>
  !requested || !changed || requested === changed;

const isOfCommunity = ({ communityId }: Ids, change: Change) =>
  concerns(communityId, change.communityId);

/** How a request is compared with a change. */
const comparisons = {
  all: () => true,
  community: isOfCommunity,
  /** The result contains nothing that communities share. */
  ownOfCommunity: (request: Ids, change: Change) =>
    Boolean(change.communityId) && isOfCommunity(request, change),
  subject: ({ id }: Ids, { subject }: Change) => concerns(id, subject),
  /** The subject is an answer, or the community if many of its answers changed. */
  answer: (request: Ids, change: Change) =>
    isOfCommunity(request, change) &&
    (change.subject === change.communityId || concerns(request.id, change.subject)),
};

/** Full names of the methods whose results an event changes, by how requests are compared. */
type ChangedMethods = Partial<Record<keyof typeof comparisons, readonly string[]>>;

const inboxMethods = methods("InboxService", "ListInboxItems", "CountInboxItems", "GetInboxPerson");

/** Loads the user with the names of their communities. */
const sessionMethods = methods("SessionService", "GetCurrentUser");

const methodsByEvent: Partial<Record<ChangeKind, ChangedMethods>> = {
  CONVERSATION: {
    community: [
      ...methods("ConversationService", "ListConversations", "CountConversations"),
      ...methods("TestPhoneService", "ListTestPhoneMessages"),
      ...inboxMethods,
    ],
    subject: methods("ConversationService", "GetConversation", "ListNotes"),
    // Requests name a phone, events a conversation.
    all: methods("ConsentService", "GetConsent"),
  },
  ESCALATION: {
    community: methods("EscalationService", "ListEscalations", "CountEscalations"),
    subject: methods("EscalationService", "GetEscalation"),
    all: methods("EscalationService", "CountEscalationsByCommunity"),
  },
  ANSWER: {
    ownOfCommunity: [
      ...methods("KnowledgeService", "ListAnswers", "GetCoverage"),
      ...methods("AnswerHistoryService", "ListRemovedAnswers"),
    ],
    // The bot also answers with what the company shares.
    community: [
      ...methods("ContradictionService", "ListContradictions"),
      ...methods("UnansweredQuestionService", "ListUnansweredQuestions"),
    ],
    answer: methods("AnswerHistoryService", "ListAnswerVersions"),
    all: methods("KnowledgeService", "SearchAnswers"),
  },
  COMMUNITY: {
    subject: methods("CommunityService", "GetCommunity"),
    all: [
      ...methods("CommunityService", "ListTurboCommunities"),
      ...methods("CommunityAdminService", "ListCommunities"),
      ...sessionMethods,
    ],
  },
  BLAST: {
    subject: methods(
      "BlastService",
      "GetBlast",
      "ReviewBlast",
      "ListBlastRecipients",
      "ListBlastPreviews",
    ),
    all: methods("BlastService", "ListBlasts"),
  },
  SERVICE_REQUEST: {
    community: [
      ...methods(
        "ServiceRequestService",
        "ListServiceRequests",
        "CountServiceRequests",
        "FindSimilarServiceRequests",
      ),
      ...methods("InboxService", "GetInboxPerson"),
    ],
    subject: [
      ...methods("ServiceRequestService", "GetServiceRequest"),
      ...methods("SoftwareRequestService", "GetSoftwareRequest"),
      ...methods("WorkOrderService", "ListWorkOrders"),
    ],
  },
  EMAIL_DRAFT: {
    community: [
      ...methods("MailboxService", "ListMailboxes"),
      ...methods("OutgoingEmailService", "ListOutgoingEmails"),
    ],
    subject: methods("EmailThreadService", "GetEmailThread"),
  },
  EMAIL_THREAD: {
    community: [
      ...methods("EmailThreadService", "ListEmailThreads"),
      ...methods("MailboxService", "ListMailboxes"),
      ...methods("OutgoingEmailService", "ListOutgoingEmails"),
      ...inboxMethods,
    ],
    subject: methods("EmailThreadService", "GetEmailThread", "ListEmailNotes"),
  },
  WEB_CHAT: {
    community: [...methods("WebChatService", "ListWebChats"), ...inboxMethods],
    subject: methods("WebChatService", "GetWebChat", "ListWebChatNotes"),
  },
  DRAFT: {
    all: methods("DraftService", "ListDrafts"),
    subject: methods("DraftService", "GetDraft"),
  },
};

const allMethods = new Set(
  Object.values(methodsByEvent).flatMap((changed) => Object.values(changed ?? {}).flat()),
);

/** Reads the key of connect-query. */
function readKey({ queryKey, meta }: Query): { method: string; request: Ids } | undefined {
  const [library, parts] = queryKey;
  if (library !== "connect-query") return undefined;
  const { serviceName, methodName, input } = parts as {
    serviceName: string;
    methodName: string;
    input?: Ids;
  };
  return {
    method: toFullName(serviceName, methodName),
    request: { id: input?.id, communityId: input?.communityId ?? meta?.communityId },
  };
}

/**
 * Whether a change may affect the result of a query. READY and RESYNC affect all in the table, but
 * READY not the session, which loads while the stream opens: it would load twice on each visit.
 */
export function changesQuery(change: Change, query: Query): boolean {
  const key = readKey(query);
  if (!key || query.meta?.followsEvents?.(query.state.data) === false) return false;
  if (change.kind === "RESYNC") return allMethods.has(key.method);
  if (change.kind === "READY")
    return allMethods.has(key.method) && !sessionMethods.includes(key.method);
  const changed = methodsByEvent[change.kind] ?? {};
  return (Object.keys(changed) as (keyof ChangedMethods)[]).some(
    (comparison) =>
      changed[comparison]?.includes(key.method) && comparisons[comparison](key.request, change),
  );
}
