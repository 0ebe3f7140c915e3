// Text blasts of the fake API, and the homeowners they reach.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type Audience, AudienceSchema } from "../../../gen/parlor/v1/audience_pb";
import { type Blast, BlastSchema, BlastState } from "../../../gen/parlor/v1/blast_pb";
import {
  type BlastTemplate,
  BlastTemplateSchema,
} from "../../../gen/parlor/v1/blast_template_service_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { HomeownerKind } from "../../../gen/parlor/v1/homeowner_kind_pb";
import {
  type HomeownerAccount,
  HomeownerAccountSchema,
} from "../../../gen/parlor/v1/homeowner_service_pb";

const names = ["Lena Moreau", "Sam Ode", "Priya Natarajan", "Theo Lindqvist", "Ana Reyes", ""];
const accountsPerCommunity = 20;

/** Twenty accounts per community, in two buildings, with one phone each. */
export function createBlastAccounts(communities: readonly TextCommunity[]): HomeownerAccount[] {
  return communities.flatMap(({ id: communityId }, community) =>
    Array.from({ length: accountsPerCommunity }, (_, at) =>
      create(HomeownerAccountSchema, {
        id: `${communityId}-account-${at}`,
        communityId,
        number: String(1000 + at),
        unit: String(101 + at),
        name: names[at % names.length] ?? "",
        // The last two share a phone.
        phones: [`+1503555${String(1000 + community * 100 + Math.min(at, 18)).padStart(4, "0")}`],
        building: at % 2 === 0 ? "North Tower" : "South Tower",
        kind: at % 3 === 2 ? HomeownerKind.TENANT : HomeownerKind.OWNER,
        language: at % 5 === 4 ? "es" : "",
        tags: at % 4 === 0 ? ["garage"] : [],
        balanceCents: at * 2500,
        doNotText: at === 3,
      }),
    ),
  );
}

export function createAudiences(now: number): Audience[] {
  return [
    create(AudienceSchema, {
      id: "audience-garage",
      name: "Garage users",
      source: {
        case: "filter",
        value: { communityIds: ["larkspur", "harbor"], tags: ["garage"] },
      },
      version: 1,
      updatedAt: timestampFromMs(now - 86_400_000),
    }),
  ];
}

export function createBlastTemplates(): BlastTemplate[] {
  return [
    create(BlastTemplateSchema, {
      id: "template-elevator",
      name: "Elevator out",
      body: "{{community}}: Hi {{first_name|neighbor}}, the elevator is out of service.",
    }),
  ];
}

const hour = 3_600_000;

export function createBlasts(now: number): Blast[] {
  const audience = {
    source: { case: "filter" as const, value: { communityIds: ["larkspur"] } },
  };
  const common = { audience, createdByName: "Dana Okafor", version: 1 };
  return [
    create(BlastSchema, {
      ...common,
      id: "blast-draft",
      title: "Water shutoff",
      body: "{{community}}: Hi {{first_name|neighbor}}, the water is off Tuesday from 9 AM to 1 PM.",
      state: BlastState.DRAFT,
      createdAt: timestampFromMs(now - hour),
    }),
    create(BlastSchema, {
      ...common,
      id: "blast-awaiting",
      title: "Pool reopening",
      body: "Larkspur Commons: The pool reopens on Saturday at 10 AM. Please bring your key fob.",
      state: BlastState.AWAITING_APPROVAL,
      scheduledByName: "Marcus Bell",
      scheduledCount: 17,
      createdAt: timestampFromMs(now - 2 * hour),
      startsAt: timestampFromMs(now + 30 * hour),
    }),
    create(BlastSchema, {
      ...common,
      id: "blast-running",
      title: "Board meeting",
      body: "Larkspur Commons: The board meets tonight at 7 PM in the clubhouse.",
      state: BlastState.RUNNING,
      counts: { recipients: 17, pending: 9, sent: 4, delivered: 3, failed: 1, excluded: 3 },
      scheduledByName: "Dana Okafor",
      createdAt: timestampFromMs(now - 2 * hour),
      startsAt: timestampFromMs(now - 60_000),
    }),
    create(BlastSchema, {
      ...common,
      id: "blast-finished",
      title: "Package room",
      body: "Larkspur Commons: The package room is full. Please pick up your packages.",
      state: BlastState.FINISHED,
      counts: { recipients: 17, delivered: 16, failed: 1, excluded: 3 },
      ...{ replyCount: 3, optOutCount: 1, retryableCount: 1 },
      scheduledByName: "Marcus Bell",
      approvedByName: "Dana Okafor",
      createdAt: timestampFromMs(now - 50 * hour),
      startsAt: timestampFromMs(now - 49 * hour),
      finishedAt: timestampFromMs(now - 48 * hour),
    }),
  ];
}
