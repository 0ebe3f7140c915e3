// Companies, communities and users of the fake API.

import { clone, create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { DashboardOption, Entitlement } from "../../../gen/parlor/options/v1/screen_pb";
import { type Answer, AnswerSchema } from "../../../gen/parlor/v1/answer_pb";
import { type TextCommunity, TextCommunitySchema } from "../../../gen/parlor/v1/community_pb";
import { type Company, CompanySchema } from "../../../gen/parlor/v1/company_pb";
import {
  type Entitlements,
  EntitlementsSchema,
  TextPlan,
  type User,
  UserSchema,
  UserState,
} from "../../../gen/parlor/v1/user_pb";

export const password = "parlor-demo-house";

export const company = create(CompanySchema, {
  id: "wickham",
  name: "Wickham & Rowe",
  label: "Parlor",
  textlineWebhookV3Enabled: true,
  dashboardOptions: [],
  segmentPriceMicros: 15_000n,
});

const seedCommunities: readonly [string, string, string, number][] = [
  ["larkspur", "Larkspur Commons", "+15035550101", 86],
  ["harbor", "Harbor Row", "+15035550102", 42],
  ["quarry", "Quarry Hill Tower", "+15035550103", 212],
  ["alder", "The Alder", "+15035550104", 64],
  ["fenwick", "Fenwick Court", "+15035550105", 28],
  ["saltmarsh", "Saltmarsh Landing", "+15035550106", 120],
];

export function createCommunities(): TextCommunity[] {
  return seedCommunities
    .map(([id, label, number, units]) =>
      create(TextCommunitySchema, {
        id,
        label,
        tag: label.replaceAll(" ", "_"),
        company: [company.id],
        number,
        units,
        timeZone: "America/Los_Angeles",
        isTraining: id === "larkspur",
      }),
    )
    .sort((one, other) => one.label.localeCompare(other.label));
}

function createUser(
  id: string,
  firstName: string,
  lastName: string,
  more: Omit<MessageInitShape<typeof UserSchema>, "$typeName">,
): User {
  const user = create(UserSchema, {
    id,
    firstName,
    lastName,
    email: `${firstName.toLowerCase()}@wickhamrowe.example`,
    role: "Regional Manager",
    companyId: company.id,
    textPlan: TextPlan.PARLOR_PLUS,
    state: UserState.ACTIVE,
    textCommunitiesMapping: seedCommunities.map(([value, label]) => ({ value, label })),
    assignedCommunities: { ids: seedCommunities.map(([id]) => id), total: seedCommunities.length },
  });
  return Object.assign(user, more);
}

export type Account = { user: User; entitlements: Entitlements };

const fullView = [Entitlement.FULL_VIEW, Entitlement.V3_ON];

export function isPlatformAdmin({ granted }: Entitlements): boolean {
  return granted.includes(Entitlement.MAIN_COMPANY) && granted.includes(Entitlement.ADMINISTRATOR);
}

export function createAccounts(): Account[] {
  return [
    {
      user: createUser("dana", "Dana", "Okafor", { parlorRole: "admin" }),
      entitlements: create(EntitlementsSchema, {
        granted: [...fullView, Entitlement.ADMINISTRATOR],
        options: [DashboardOption.TEXT_BLAST, DashboardOption.RP],
      }),
    },
    {
      user: createUser("marcus", "Marcus", "Bell", { parlorRole: "manager" }),
      entitlements: create(EntitlementsSchema, { granted: fullView }),
    },
    {
      user: createUser("olive", "Olive", "Hart", { parlorRole: "manager", companyId: "older" }),
      entitlements: create(EntitlementsSchema, {
        granted: [Entitlement.FULL_VIEW, Entitlement.V3_OFF],
        options: [DashboardOption.TW],
      }),
    },
    {
      user: createUser("rae", "Rae", "Quill", { isRestrictedView: true }),
      entitlements: create(EntitlementsSchema, { granted: [Entitlement.RESTRICTED_VIEW] }),
    },
    {
      user: createUser("ines", "Ines", "Duarte", { parlorRole: "admin", companyId: "platform" }),
      entitlements: create(EntitlementsSchema, {
        granted: [
          Entitlement.FULL_VIEW,
          Entitlement.V3_OFF,
          Entitlement.ADMINISTRATOR,
          Entitlement.MAIN_COMPANY,
        ],
      }),
    },
  ];
}

/** The company that runs the platform. */
export const platform = create(CompanySchema, {
  id: "platform",
  name: "Parlor House",
  label: "Parlor",
});

/** A company that has not moved to texting v3. */
export const legacyCompany = create(CompanySchema, {
  id: "older",
  name: "Older & Sons",
  label: "Parlor",
  dashboardOptions: [DashboardOption.TW],
});

const seedAnswers: readonly [string, string, string, string][] = [
  [
    "Parking",
    "How do I get a second parking permit?",
    "Each home has one permit. A second one is $40 a month, while spots last: write to the office with the plate number and your unit.",
    "House rules, p. 12",
  ],
  [
    "Parking",
    "Who tows, and how do I get my car back?",
    "Cascade Recovery, (503) 555-0173, open day and night. Bring your license and registration; the fee is set by the city.",
    "Towing contract",
  ],
  [
    "Parking",
    "Is there a charger for electric cars?",
    "Two, on level P1 beside the bike room. They start with your building fob and cost 24 cents per kWh on your monthly statement.",
    "Board note, 12 Aug",
  ],
  [
    "Amenities",
    "When is the pool open?",
    "The pool is open from 7 AM to 10 PM every day.",
    "House rules, p. 4",
  ],
  [
    "Garbage / Disposal",
    "When is bulk pick-up?",
    "Every first Saturday of the month, at the loading dock before 8 AM.",
    "",
  ],
  [
    "Pets",
    "How many pets may I have?",
    "Two, and dogs up to 50 pounds. Register them at the office.",
    "House rules, p. 9",
  ],
];

export function createAnswers(communities: readonly TextCommunity[], now: number): Answer[] {
  return communities.flatMap(({ id }) =>
    seedAnswers.map(([category, question, answer, source], at) =>
      create(AnswerSchema, {
        id: `${id}-answer-${at}`,
        communityId: id,
        category,
        question,
        answer,
        source,
        version: 1n,
        used: BigInt((at * 7) % 24),
        updatedBy: at % 2 === 0 ? "Dana Okafor" : "",
        updatedAt: timestampFromMs(now - (at + 1) * 86_400_000 * 3),
      }),
    ),
  );
}

export function createCompanies(): Company[] {
  return [company, legacyCompany, platform]
    .map((one) => clone(CompanySchema, one))
    .sort((one, other) => one.name.localeCompare(other.name));
}
