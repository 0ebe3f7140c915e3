// Which queries each kind of event changes.

import type { DescMethod } from "@bufbuild/protobuf";
import type { Query } from "@tanstack/react-query";
import { BlastService } from "../gen/parlor/v1/blast_service_pb";
import { CommunityService } from "../gen/parlor/v1/community_service_pb";
import { ConversationService } from "../gen/parlor/v1/conversation_service_pb";
import { EmailThreadService } from "../gen/parlor/v1/email_thread_service_pb";
import { EscalationService } from "../gen/parlor/v1/escalation_service_pb";
import { EventKind, type TypingUser } from "../gen/parlor/v1/event_service_pb";
import { InboxService } from "../gen/parlor/v1/inbox_service_pb";
import { KnowledgeService } from "../gen/parlor/v1/knowledge_service_pb";
import { MailboxService } from "../gen/parlor/v1/mailbox_service_pb";
import { OutgoingEmailService } from "../gen/parlor/v1/outgoing_email_service_pb";
import { ServiceRequestService } from "../gen/parlor/v1/service_request_service_pb";
import { TestPhoneService } from "../gen/parlor/v1/test_phone_service_pb";
import { WorkOrderService } from "../gen/parlor/v1/work_order_service_pb";

/** An event as the tabs pass it on. `communityId` and `subject` are empty when it concerns all. */
export type ChangeEvent = {
  kind: EventKind;
  sequence: bigint;
  communityId: string;
  subject: string;
  /** The user who types. Set for TYPING events only. */
  typing?: TypingUser;
};

/** The field of a request that must equal the event's value; `all` ignores the request. */
type Match = "communityId" | "subject" | "all";

/** Methods whose results an event changes, by the request field that must match. */
type ChangedQueries = Partial<Record<Match, readonly DescMethod[]>>;

const conversation = ConversationService.method;
const escalation = EscalationService.method;
const answer = KnowledgeService.method;
const community = CommunityService.method;
const blast = BlastService.method;
const serviceRequest = ServiceRequestService.method;
const email = EmailThreadService.method;
const inbox = InboxService.method;

const queriesByEvent: Partial<Record<EventKind, ChangedQueries>> = {
  [EventKind.CONVERSATION]: {
    communityId: [
      conversation.listConversations,
      conversation.countConversations,
      inbox.listInboxItems,
      inbox.countInboxItems,
      inbox.getInboxPerson,
    ],
    subject: [conversation.getConversation, conversation.listNotes],
    all: [TestPhoneService.method.listTestPhoneMessages],
  },
  [EventKind.ESCALATION]: {
    communityId: [escalation.listEscalations, escalation.countEscalations],
    subject: [escalation.getEscalation, escalation.previewNotice],
  },
  [EventKind.ANSWER]: {
    communityId: [answer.listAnswers, answer.getCoverage],
    all: [answer.listCompanyAnswers],
  },
  [EventKind.COMMUNITY]: {
    subject: [community.getCommunity],
    all: [community.listTurboCommunities, community.getCommunityByTag, community.fetchCommunity],
  },
  [EventKind.BLAST]: {
    subject: [
      blast.getBlast,
      blast.reviewBlast,
      blast.listBlastRecipients,
      blast.listBlastPreviews,
    ],
    all: [blast.listBlasts],
  },
  [EventKind.SERVICE_REQUEST]: {
    communityId: [
      serviceRequest.listServiceRequests,
      serviceRequest.countServiceRequests,
      serviceRequest.findSimilarServiceRequests,
      inbox.getInboxPerson,
    ],
    subject: [serviceRequest.getServiceRequest, WorkOrderService.method.listWorkOrders],
  },
  [EventKind.EMAIL_THREAD]: {
    subject: [email.getEmailThread, email.listEmailNotes],
    all: [
      email.listEmailThreads,
      inbox.listInboxItems,
      inbox.countInboxItems,
      inbox.getInboxPerson,
      MailboxService.method.listMailboxes,
      OutgoingEmailService.method.listOutgoingEmails,
    ],
  },
};

type KeyParts = {
  serviceName?: string;
  methodName?: string;
  input?: { id?: string; communityId?: string };
};

function readKey({ queryKey }: Query): KeyParts | undefined {
  const [library, parts] = queryKey;
  return library === "connect-query" ? (parts as KeyParts) : undefined;
}

/** A query key without a method matches all methods of its service. */
function isOf(key: KeyParts, methods: readonly DescMethod[] = []): boolean {
  return methods.some(
    ({ parent, name }) => key.serviceName === parent.typeName && (key.methodName ?? name) === name,
  );
}

/** A request or an event without an ID concerns all IDs. */
const concerns = (requested: string | undefined, changed: string) =>
  !requested || !changed || requested === changed;

/** Whether an event may change the result of a query. READY and RESYNC change all in the table. */
export function changesQuery({ kind, communityId, subject }: ChangeEvent, query: Query): boolean {
  const key = readKey(query);
  if (!key) return false;
  if (kind === EventKind.READY || kind === EventKind.RESYNC)
    return Object.values(queriesByEvent).some((changed) =>
      Object.values(changed ?? {}).some((methods) => isOf(key, methods)),
    );
  const changed = queriesByEvent[kind];
  if (!changed) return false;
  return (
    isOf(key, changed.all) ||
    (isOf(key, changed.communityId) && concerns(key.input?.communityId, communityId)) ||
    (isOf(key, changed.subject) && concerns(key.input?.id, subject))
  );
}
