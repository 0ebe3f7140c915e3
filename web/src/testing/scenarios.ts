// Calls and their results. The same list runs against the fake API (scenarios.test.ts) and the real
// server (e2e/scenarios.e2e.ts), which ensures that page tests rely on the server's actual rules.

import type {
  DescMessage,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema } from "../gen/google/rpc/error_details_pb";
import { AccountService } from "../gen/parlor/v1/account_service_pb";
import { AudienceService } from "../gen/parlor/v1/audience_service_pb";
import { BlastService } from "../gen/parlor/v1/blast_service_pb";
import { BlastTemplateService } from "../gen/parlor/v1/blast_template_service_pb";
import { CommunityAdminService } from "../gen/parlor/v1/community_admin_service_pb";
import { CommunityService } from "../gen/parlor/v1/community_service_pb";
import { CompanyService } from "../gen/parlor/v1/company_service_pb";
import type { EscalationPriority } from "../gen/parlor/v1/escalation_pb";
import { EscalationService } from "../gen/parlor/v1/escalation_service_pb";
import { HomeownerService } from "../gen/parlor/v1/homeowner_service_pb";
import { KnowledgeService } from "../gen/parlor/v1/knowledge_service_pb";
import { PlaygroundService } from "../gen/parlor/v1/playground_service_pb";
import { SessionService } from "../gen/parlor/v1/session_service_pb";
import { TestCaseService } from "../gen/parlor/v1/test_case_service_pb";
import { UserService } from "../gen/parlor/v1/user_service_pb";
import { WebChatService } from "../gen/parlor/v1/web_chat_service_pb";
import { WebChatSiteService } from "../gen/parlor/v1/web_chat_site_service_pb";

export type Role = "administrator" | "manager" | "restricted" | "platformAdministrator";

/** A server with the demo data, and the parts of it that the scenarios need. */
export type World = {
  transport: Transport;
  /** Session tokens. */
  tokens: Record<Role, string>;
  /** A community of the administrator's company with at least three answers. */
  communityId: string;
};

type Call = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  input: MessageInitShape<I>,
) => Promise<MessageShape<O>>;

/** An error, with the fields it is about. */
type Refusal = { code: keyof typeof Code; reason: string; fields?: string[] };

export type Scenario = {
  name: string;
  /** Who is signed in. Unset for a visitor. */
  as?: Role;
  run: (call: Call, world: World) => Promise<unknown>;
  /** The result of `run`, or the error of its last call. */
  expected: { value: unknown } | Refusal;
};

const invalid = (...fields: string[]): Refusal => ({
  code: "InvalidArgument",
  reason: "INVALID_FIELDS",
  fields,
});
const unauthenticated: Refusal = { code: "Unauthenticated", reason: "NOT_SIGNED_IN" };
const unavailable: Refusal = { code: "FailedPrecondition", reason: "SCREEN_NOT_AVAILABLE" };
const missing: Refusal = { code: "NotFound", reason: "NOT_FOUND" };

const { listAnswers, createAnswer, updateAnswer } = KnowledgeService.method;
const firstAnswer = async (call: Call, communityId: string) => {
  const { answers } = await call(listAnswers, { communityId, limit: 1 });
  return answers[0];
};

const accessScenarios: Scenario[] = [
  {
    name: "a visitor may not read answers",
    run: (call, { communityId }) => call(listAnswers, { communityId }),
    expected: unauthenticated,
  },
  {
    name: "a caller without access is refused before validation",
    run: (call) => call(createAnswer, {}),
    expected: unauthenticated,
  },
  {
    name: "a manager may not list users",
    as: "manager",
    run: (call) => call(UserService.method.listUsers, {}),
    expected: { code: "PermissionDenied", reason: "ADMINISTRATORS_ONLY" },
  },
  {
    name: "an administrator may not list companies",
    as: "administrator",
    run: (call) => call(CompanyService.method.listCompanies, {}),
    expected: { code: "PermissionDenied", reason: "PLATFORM_ADMINISTRATORS_ONLY" },
  },
  {
    name: "a platform administrator lists companies",
    as: "platformAdministrator",
    run: async (call) => (await call(CompanyService.method.listCompanies, {})).companies.length > 1,
    expected: { value: true },
  },
  {
    name: "the restricted view has no answers",
    as: "restricted",
    run: (call, { communityId }) => call(listAnswers, { communityId }),
    expected: unavailable,
  },
  {
    name: "the restricted view has text blasts",
    as: "restricted",
    run: async (call) => (await call(BlastService.method.listBlasts, {})).$typeName,
    expected: { value: "parlor.v1.ListBlastsResponse" },
  },
  {
    name: "the playground is only for the main company",
    as: "administrator",
    run: (call, { communityId }) =>
      call(PlaygroundService.method.compareAnswers, { communityId, questions: ["Why?"] }),
    expected: unavailable,
  },
  {
    name: "an administrator lists the communities",
    as: "administrator",
    run: async (call) =>
      (await call(CommunityAdminService.method.listCommunities, {})).communities.length > 0,
    expected: { value: true },
  },
  {
    name: "a wrong password creates no session",
    run: (call) =>
      call(SessionService.method.login, { email: "nobody@parlor.example", password: "wrong one" }),
    expected: { code: "Unauthenticated", reason: "WRONG_CREDENTIALS" },
  },
  {
    name: "an expired link is refused",
    run: (call) => call(AccountService.method.verifyPasswordResetToken, { token: "no-such-token" }),
    expected: { code: "FailedPrecondition", reason: "LINK_EXPIRED" },
  },
];

const validationScenarios: Scenario[] = [
  {
    name: "an answer needs a question and an answer",
    as: "manager",
    run: (call, { communityId }) => call(createAnswer, { communityId }),
    expected: invalid("answer", "question"),
  },
  {
    name: "a question is at most 1,000 characters long",
    as: "manager",
    run: (call, { communityId }) =>
      call(createAnswer, { communityId, question: "a".repeat(1001), answer: "Yes." }),
    expected: invalid("question"),
  },
  {
    name: "a character outside of the basic plane counts as one",
    as: "manager",
    run: (call, { communityId }) =>
      call(createAnswer, { communityId, question: "🏊".repeat(1001), answer: "Yes." }),
    expected: invalid("question"),
  },
  {
    name: "a violation names the index of a list item",
    as: "manager",
    run: (call, { communityId }) =>
      call(createAnswer, { communityId, question: "Where?", answer: "Here.", samples: ["at", ""] }),
    expected: invalid("samples[1]"),
  },
  {
    name: "an email address must be valid",
    as: "administrator",
    run: (call) =>
      call(UserService.method.inviteUser, {
        email: "not an address",
        firstName: "Ada",
        lastName: "Moss",
        role: "Leasing",
      }),
    expected: invalid("email"),
  },
  {
    name: "a role must be in the list",
    as: "administrator",
    run: (call) =>
      call(UserService.method.inviteUser, {
        email: "ada@parlor.example",
        firstName: "Ada",
        lastName: "Moss",
        role: "Astronaut",
      }),
    expected: invalid("role"),
  },
  {
    name: "an enum accepts only defined values",
    as: "manager",
    run: (call) =>
      call(EscalationService.method.setEscalationPriority, {
        id: "no-such-escalation",
        priority: 99 as EscalationPriority,
      }),
    expected: invalid("priority"),
  },
  {
    name: "an account's balance must be within its limits",
    as: "manager",
    run: (call, { communityId }) =>
      call(HomeownerService.method.createHomeownerAccount, {
        communityId,
        number: "1",
        balanceCents: 1_000_000_001,
      }),
    expected: invalid("balance_cents"),
  },
  {
    name: "a name must have a visible character",
    as: "administrator",
    run: (call) =>
      call(BlastTemplateService.method.createBlastTemplate, { name: "\u200b \u2060", body: "Hi" }),
    expected: invalid("name"),
  },
  {
    name: "a nested message can be required",
    as: "administrator",
    run: (call) => call(AudienceService.method.createAudience, { name: "Everyone" }),
    expected: invalid("filter"),
  },
];

/** Reads the questions of all pages. */
async function readPages(call: Call, communityId: string, limit: number) {
  const pages: string[][] = [];
  let pageToken = "";
  do {
    const page = await call(listAnswers, { communityId, limit, pageToken });
    pages.push(page.answers.map(({ id }) => id));
    pageToken = page.nextPageToken;
  } while (pageToken);
  return pages;
}

const pagingScenarios: Scenario[] = [
  {
    name: "pages have the requested size, and together each item once",
    as: "manager",
    run: async (call, { communityId }) => {
      const [whole = []] = await readPages(call, communityId, 200);
      const pages = await readPages(call, communityId, 2);
      const full = pages.slice(0, -1).every(({ length }) => length === 2);
      return full && pages.length > 1 && pages.flat().join() === whole.join();
    },
    expected: { value: true },
  },
  {
    name: "a limit above 200 is reduced to 200",
    as: "manager",
    run: async (call, { communityId }) =>
      (await call(listAnswers, { communityId, limit: 100_000 })).nextPageToken,
    expected: { value: "" },
  },
  {
    name: "a limit below 0 is refused",
    as: "manager",
    run: (call, { communityId }) => call(listAnswers, { communityId, limit: -1 }),
    expected: invalid("limit"),
  },
  {
    name: "a foreign page token is refused",
    as: "manager",
    run: (call, { communityId }) => call(listAnswers, { communityId, pageToken: "2" }),
    expected: invalid("pageToken"),
  },
];

const stateScenarios: Scenario[] = [
  {
    name: "an unknown community is not found",
    as: "manager",
    run: (call) => call(CommunityService.method.getCommunity, { id: "no-such-community" }),
    expected: missing,
  },
  {
    name: "an unknown escalation is not found",
    as: "manager",
    run: (call) => call(EscalationService.method.getEscalation, { id: "no-such-escalation" }),
    expected: missing,
  },
  {
    name: "an unknown test case is not found",
    as: "manager",
    run: (call, { communityId }) =>
      call(TestCaseService.method.deleteTestCase, { communityId, id: "no-such-case" }),
    expected: missing,
  },
  {
    name: "a question is unique in a community",
    as: "manager",
    run: async (call, { communityId }) => {
      const question = (await firstAnswer(call, communityId))?.question ?? "";
      return call(createAnswer, { communityId, question, answer: "Yes." });
    },
    expected: { code: "AlreadyExists", reason: "QUESTION_EXISTS" },
  },
  {
    name: "an edit of an older version is refused",
    as: "manager",
    run: async (call, { communityId }) => {
      const { id = "", version = 0n } = (await firstAnswer(call, communityId)) ?? {};
      const edit = { communityId, id, version: version + 1n, source: "Board note" };
      return call(updateAnswer, edit);
    },
    expected: { code: "Aborted", reason: "ANSWER_CHANGED" },
  },
  {
    name: "an audience's name is unique",
    as: "administrator",
    run: async (call, { communityId }) => {
      const audience = { name: "Owners of scenarios", filter: { communityIds: [communityId] } };
      await call(AudienceService.method.createAudience, audience);
      return call(AudienceService.method.createAudience, audience);
    },
    expected: { code: "AlreadyExists", reason: "AUDIENCE_EXISTS" },
  },
];

const { updateWebChatSite, getWebChatSite } = WebChatSiteService.method;

const webChatScenarios: Scenario[] = [
  {
    name: "the restricted view has no web chats",
    as: "restricted",
    run: (call) => call(WebChatService.method.listWebChats, {}),
    expected: unavailable,
  },
  {
    name: "a web chat with an unknown key is not found",
    run: (call) => call(WebChatService.method.openWebChat, { siteKey: "no-such-key" }),
    expected: missing,
  },
  {
    name: "the color of a web chat is in hexadecimal",
    as: "platformAdministrator",
    run: (call) => call(updateWebChatSite, { communityId: "no-such-community", color: "green" }),
    expected: invalid("color"),
  },
  {
    name: "an allowed site of a web chat is an origin without a path",
    as: "platformAdministrator",
    run: (call) =>
      call(updateWebChatSite, {
        communityId: "no-such-community",
        allowedOrigins: { origins: ["https://a.example", "https://a.example/pool"] },
      }),
    expected: invalid("allowed_origins.origins[1]"),
  },
  {
    name: "the web chat of an unknown community is not found",
    as: "platformAdministrator",
    run: (call) => call(getWebChatSite, { communityId: "no-such-community" }),
    expected: missing,
  },
  {
    name: "an unknown web chat is not found",
    as: "platformAdministrator",
    run: (call) => call(WebChatService.method.getWebChat, { id: "no-such-chat" }),
    expected: missing,
  },
];

export const scenarios: readonly Scenario[] = [
  ...accessScenarios,
  ...validationScenarios,
  ...pagingScenarios,
  ...stateScenarios,
  ...webChatScenarios,
];

function toRefusal(error: unknown): Refusal {
  const refusal = ConnectError.from(error);
  const [info] = refusal.findDetails(ErrorInfoSchema);
  const violations = refusal.findDetails(BadRequestSchema).flatMap((one) => one.fieldViolations);
  const fields = violations.map(({ field }) => field).sort();
  return {
    code: Code[refusal.code] as keyof typeof Code,
    reason: info?.reason ?? "",
    ...(fields.length > 0 ? { fields } : {}),
  };
}

/** Runs a scenario and returns its result, to compare with `expected`. */
export async function runScenario({ as, run }: Scenario, world: World) {
  const headers: Record<string, string> = as ? { usertoken: world.tokens[as] } : {};
  const call: Call = async (method, input) =>
    (await world.transport.unary(method, undefined, undefined, headers, input)).message;
  try {
    const value = await run(call, world);
    return { value };
  } catch (error) {
    return toRefusal(error);
  }
}
