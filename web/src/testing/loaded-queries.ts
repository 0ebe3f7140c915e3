// Queries that a page has loaded, to test which of them a change affects.

import type { DescMethodUnary } from "@bufbuild/protobuf";
import { createConnectQueryKey } from "@connectrpc/connect-query";
import { QueryClient } from "@tanstack/react-query";
import { type Change, changesQuery } from "../api/event-queries";
import { AnswerHistoryService } from "../gen/parlor/v1/answer_history_service_pb";
import { CommunityAdminService } from "../gen/parlor/v1/community_admin_service_pb";
import { CommunityService } from "../gen/parlor/v1/community_service_pb";
import { ContradictionService } from "../gen/parlor/v1/contradiction_service_pb";
import { EmailThreadService } from "../gen/parlor/v1/email_thread_service_pb";
import { EscalationService } from "../gen/parlor/v1/escalation_service_pb";
import { InboxService } from "../gen/parlor/v1/inbox_service_pb";
import { KnowledgeService } from "../gen/parlor/v1/knowledge_service_pb";
import { OutgoingEmailService } from "../gen/parlor/v1/outgoing_email_service_pb";
import { SessionService } from "../gen/parlor/v1/session_service_pb";
import { TestCaseService } from "../gen/parlor/v1/test_case_service_pb";
import { TestPhoneService } from "../gen/parlor/v1/test_phone_service_pb";
import { UnansweredQuestionService } from "../gen/parlor/v1/unanswered_question_service_pb";
import { WebChatService } from "../gen/parlor/v1/web_chat_service_pb";
import { WebChatSiteService } from "../gen/parlor/v1/web_chat_site_service_pb";

type Loaded = { method: DescMethodUnary; input?: object; meta?: { communityId?: string } };

const history = AnswerHistoryService.method;
const inbox = InboxService.method;

export const loaded: Record<string, Loaded> = {
  "answers of Elm": {
    method: KnowledgeService.method.listAnswers,
    input: { communityId: "elm", limit: 200 },
  },
  "versions of Elm's pool": {
    method: history.listAnswerVersions,
    input: { communityId: "elm", id: "pool" },
  },
  "versions of Elm's gym": {
    method: history.listAnswerVersions,
    input: { communityId: "elm", id: "gym" },
  },
  "versions of Oak's pool": {
    method: history.listAnswerVersions,
    input: { communityId: "oak", id: "pool of Oak" },
  },
  "removed answers of Elm": { method: history.listRemovedAnswers, input: { communityId: "elm" } },
  "removed answers of Oak": { method: history.listRemovedAnswers, input: { communityId: "oak" } },
  "contradictions of Elm": {
    method: ContradictionService.method.listContradictions,
    input: { communityId: "elm", limit: 100 },
  },
  "contradictions of Oak": {
    method: ContradictionService.method.listContradictions,
    input: { communityId: "oak", limit: 100 },
  },
  "unanswered questions of Elm": {
    method: UnansweredQuestionService.method.listUnansweredQuestions,
    input: { communityId: "elm", limit: 200 },
  },
  "unanswered questions of Oak": {
    method: UnansweredQuestionService.method.listUnansweredQuestions,
    input: { communityId: "oak", limit: 200 },
  },
  "unanswered questions of all": {
    method: UnansweredQuestionService.method.listUnansweredQuestions,
  },
  "inbox of all": { method: inbox.listInboxItems },
  "inbox of Elm": { method: inbox.listInboxItems, input: { communityId: "elm" } },
  "inbox of Oak": { method: inbox.listInboxItems, input: { communityId: "oak" } },
  "inbox count of Oak": { method: inbox.countInboxItems, input: { communityId: "oak" } },
  "person in Elm": {
    method: inbox.getInboxPerson,
    input: { communityId: "elm", email: "a@example.com" },
  },
  "person in Oak": {
    method: inbox.getInboxPerson,
    input: { communityId: "oak", email: "a@example.com" },
  },
  "emails of Elm's mailbox": {
    method: EmailThreadService.method.listEmailThreads,
    input: { mailboxId: "m1" },
    meta: { communityId: "elm" },
  },
  "drafts of Oak's mailbox": {
    method: OutgoingEmailService.method.listOutgoingEmails,
    input: { mailboxId: "m2" },
    meta: { communityId: "oak" },
  },
  "email thread 1": { method: EmailThreadService.method.getEmailThread, input: { id: "t1" } },
  "email thread 2": { method: EmailThreadService.method.getEmailThread, input: { id: "t2" } },
  "test phone in Elm": {
    method: TestPhoneService.method.listTestPhoneMessages,
    input: { phone: "+12025550100", number: "+12025550199" },
    meta: { communityId: "elm" },
  },
  "test phone in Oak": {
    method: TestPhoneService.method.listTestPhoneMessages,
    input: { phone: "+12025550100", number: "+12025550198" },
    meta: { communityId: "oak" },
  },
  "open questions of Elm": {
    method: EscalationService.method.listEscalations,
    input: { communityId: "elm", limit: 200 },
  },
  "open questions of Oak": {
    method: EscalationService.method.listEscalations,
    input: { communityId: "oak", limit: 200 },
  },
  "escalation e": { method: EscalationService.method.getEscalation, input: { id: "e" } },
  "web chats of all": { method: WebChatService.method.listWebChats },
  "web chats of Oak": {
    method: WebChatService.method.listWebChats,
    input: { communityId: "oak", openQuestionsOnly: true },
  },
  "web chat 1": { method: WebChatService.method.getWebChat, input: { id: "w1" } },
  "notes of web chat 1": {
    method: WebChatService.method.listWebChatNotes,
    input: { id: "w1", limit: 50 },
  },
  "notes of web chat 2": {
    method: WebChatService.method.listWebChatNotes,
    input: { id: "w2", limit: 50 },
  },
  "web chat 2": { method: WebChatService.method.getWebChat, input: { id: "w2" } },
  "web chat settings of Elm": {
    method: WebChatSiteService.method.getWebChatSite,
    input: { communityId: "elm" },
  },
  "preview of an answer to e": {
    method: EscalationService.method.previewNotice,
    input: { id: "e", answer: "At the pool.", notificationType: "text" },
  },
  "details of Elm": { method: CommunityService.method.getCommunity, input: { id: "elm" } },
  "details of Oak": { method: CommunityService.method.getCommunity, input: { id: "oak" } },
  "communities of the user": { method: CommunityService.method.listTurboCommunities },
  "communities of the company": {
    method: CommunityAdminService.method.listCommunities,
    input: { companyId: "wickham" },
  },
  session: { method: SessionService.method.getCurrentUser },
  "test cases of Elm": {
    method: TestCaseService.method.listTestCases,
    input: { communityId: "elm" },
  },
};

function open() {
  const client = new QueryClient();
  for (const [name, { method, input, meta }] of Object.entries(loaded)) {
    const queryKey = createConnectQueryKey({
      schema: method,
      input: input as Record<string, unknown> | undefined,
      cardinality: "finite",
    });
    client.getQueryCache().build(client, { queryKey, meta: { name, ...meta } as object });
  }
  return client;
}

/** Returns the names of the queries that a change affects. */
export function changedBy(change: Change) {
  return open()
    .getQueryCache()
    .findAll({ predicate: (query) => changesQuery(change, query) })
    .map(({ meta }) => (meta as unknown as { name: string }).name);
}
