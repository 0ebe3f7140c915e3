// Scenarios of calls with invalid fields.

import { AudienceService } from "../gen/parlor/v1/audience_service_pb";
import { BlastTemplateService } from "../gen/parlor/v1/blast_template_service_pb";
import type { EscalationPriority } from "../gen/parlor/v1/escalation_pb";
import { EscalationService } from "../gen/parlor/v1/escalation_service_pb";
import { HomeownerService } from "../gen/parlor/v1/homeowner_service_pb";
import { KnowledgeService } from "../gen/parlor/v1/knowledge_service_pb";
import { UserService } from "../gen/parlor/v1/user_service_pb";
import { invalid, type Scenario } from "./scenario";

const { createAnswer } = KnowledgeService.method;

export const validationScenarios: Scenario[] = [
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
