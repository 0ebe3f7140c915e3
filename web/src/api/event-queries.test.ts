import type { DescMethodUnary } from "@bufbuild/protobuf";
import { createConnectQueryKey } from "@connectrpc/connect-query";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
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
import { type Change, changesQuery } from "./event-queries";

type Loaded = { method: DescMethodUnary; input?: object; meta?: { communityId?: string } };

const history = AnswerHistoryService.method;
const inbox = InboxService.method;

const loaded: Record<string, Loaded> = {
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
function changedBy(change: Change) {
  return open()
    .getQueryCache()
    .findAll({ predicate: (query) => changesQuery(change, query) })
    .map(({ meta }) => (meta as unknown as { name: string }).name);
}

test("a changed answer affects its own versions and the lists of its community", () => {
  const change: Change = { kind: "ANSWER", communityId: "elm", subject: "pool" };
  expect(changedBy(change)).toEqual([
    "answers of Elm",
    "versions of Elm's pool",
    "removed answers of Elm",
    "contradictions of Elm",
    "unanswered questions of Elm",
    "unanswered questions of all",
  ]);
});

test("an import affects the versions of all answers of its community", () => {
  const change: Change = { kind: "ANSWER", communityId: "elm", subject: "elm" };
  expect(changedBy(change).filter((name) => name.startsWith("versions"))).toEqual([
    "versions of Elm's pool",
    "versions of Elm's gym",
  ]);
});

test("an answer for all communities affects what each compares it with, and no lists of their own", () => {
  expect(changedBy({ kind: "ANSWER", communityId: "", subject: "shared" })).toEqual([
    "contradictions of Elm",
    "contradictions of Oak",
    "unanswered questions of Elm",
    "unanswered questions of Oak",
    "unanswered questions of all",
  ]);
});

test("an email affects its thread and the lists of its community", () => {
  const change: Change = { kind: "EMAIL_THREAD", communityId: "elm", subject: "t1" };
  expect(changedBy(change)).toEqual([
    "inbox of all",
    "inbox of Elm",
    "person in Elm",
    "emails of Elm's mailbox",
    "email thread 1",
  ]);
});

test("a draft affects its thread and what lists drafts, and not the inbox", () => {
  const change: Change = { kind: "EMAIL_DRAFT", communityId: "oak", subject: "t1" };
  expect(changedBy(change)).toEqual(["drafts of Oak's mailbox", "email thread 1"]);
});

test("a web chat affects itself and the lists of its community, and no settings", () => {
  const change: Change = { kind: "WEB_CHAT", communityId: "elm", subject: "w1" };
  expect(changedBy(change)).toEqual([
    "inbox of all",
    "inbox of Elm",
    "person in Elm",
    "web chats of all",
    "web chat 1",
    "notes of web chat 1",
  ]);
});

test("a text affects the test phone of its community alone", () => {
  const change: Change = { kind: "CONVERSATION", communityId: "elm", subject: "c" };
  expect(changedBy(change)).toEqual([
    "inbox of all",
    "inbox of Elm",
    "person in Elm",
    "test phone in Elm",
  ]);
});

test("an escalation affects itself and the open questions of its community", () => {
  const change: Change = { kind: "ESCALATION", communityId: "oak", subject: "e" };
  expect(changedBy(change)).toEqual(["open questions of Oak", "escalation e"]);
});

test("a community affects its details, and every list that names communities", () => {
  expect(changedBy({ kind: "COMMUNITY", communityId: "elm", subject: "elm" })).toEqual([
    "details of Elm",
    "communities of the user",
    "communities of the company",
    "session",
  ]);
});

test("missed events affect every query that any event changes, and no other", () => {
  const unchanged = ["web chat settings of Elm", "preview of an answer to e", "test cases of Elm"];
  const names = Object.keys(loaded).filter((name) => !unchanged.includes(name));
  expect(changedBy({ kind: "RESYNC" })).toEqual(names);
});

test("the start of the stream affects the same queries, but not the session", () => {
  const missed = changedBy({ kind: "RESYNC" });
  expect(changedBy({ kind: "READY" })).toEqual(missed.filter((name) => name !== "session"));
});
