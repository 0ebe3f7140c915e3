// Calls and their results. The same list runs against the fake API (scenarios.test.ts) and the real
// server (e2e/scenarios.e2e.ts), which ensures that page tests rely on the server's actual rules.

import { AccountService } from "../gen/parlor/v1/account_service_pb";
import { AudienceService } from "../gen/parlor/v1/audience_service_pb";
import { BlastService } from "../gen/parlor/v1/blast_service_pb";
import { CommunityAdminService } from "../gen/parlor/v1/community_admin_service_pb";
import { CommunityService } from "../gen/parlor/v1/community_service_pb";
import { CompanyService } from "../gen/parlor/v1/company_service_pb";
import { EscalationService } from "../gen/parlor/v1/escalation_service_pb";
import { KnowledgeService } from "../gen/parlor/v1/knowledge_service_pb";
import { PlaygroundService } from "../gen/parlor/v1/playground_service_pb";
import { SessionService } from "../gen/parlor/v1/session_service_pb";
import { TestCaseService } from "../gen/parlor/v1/test_case_service_pb";
import { UserService } from "../gen/parlor/v1/user_service_pb";
import {
  type Call,
  invalid,
  missing,
  type Scenario,
  unauthenticated,
  unavailable,
} from "./scenario";
import { validationScenarios } from "./validation-scenarios";
import { webChatScenarios } from "./web-chat-scenarios";

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

export const scenarios: readonly Scenario[] = [
  ...accessScenarios,
  ...validationScenarios,
  ...pagingScenarios,
  ...stateScenarios,
  ...webChatScenarios,
];
