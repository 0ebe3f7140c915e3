// What the dashboard holds of the person and of the selected community, flat, and what
// stands there before it is loaded.

import type { DescEnum } from "@bufbuild/protobuf";
import type { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import type { CommunityDetails } from "../../gen/parlor/v1/community_pb";
import type { Company } from "../../gen/parlor/v1/company_pb";
import type { Replacement } from "../../gen/parlor/v1/persona_pb";
import { SoftwareSchema } from "../../gen/parlor/v1/software_pb";
import { type CommunityOption, TextPlanSchema, type User } from "../../gen/parlor/v1/user_pb";

export type UserState = {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  companyId: string;
  parlorRole: string;
  role: string;
  textCommunities: readonly CommunityOption[];
  softwareName: string;
  softwareNameDocuments: string;
  textlineWebhookV3Enabled: boolean;
  dashboardOptions: readonly DashboardOption[];
  credentialName: string;
  companyLabel: string;
  phone: string;
  preferredVendors: readonly string[];
  textPlan: string;
  chatwoot_inbox_id: string;
  isRestrictedView: boolean;
};

export const userDefaults: UserState = {
  userId: "",
  firstName: "",
  lastName: "",
  email: "",
  companyId: "",
  parlorRole: "",
  role: "",
  textCommunities: [],
  softwareName: "",
  softwareNameDocuments: "",
  textlineWebhookV3Enabled: true,
  dashboardOptions: [],
  credentialName: "",
  companyLabel: "",
  phone: "",
  preferredVendors: [],
  textPlan: "",
  chatwoot_inbox_id: "",
  isRestrictedView: false,
};

/** As the specification spells it: "VANTACA"; empty where nobody said. */
function toEnumName(schema: DescEnum, value: number): string {
  return value === 0 ? "" : (schema.value[value]?.localName ?? "");
}

/** The person as the dashboard holds them; what the company says once it is loaded. */
export function toUserState(user: User, company: Company | undefined): UserState {
  const own = {
    userId: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    companyId: user.companyId,
    parlorRole: user.parlorRole,
    role: user.role,
    textCommunities: user.textCommunitiesMapping,
    phone: user.phone,
    preferredVendors: user.preferredVendors,
    textPlan: toEnumName(TextPlanSchema, user.textPlan),
    isRestrictedView: user.isRestrictedView,
  };
  if (!company) return { ...userDefaults, ...own };
  return {
    ...own,
    softwareName: toEnumName(SoftwareSchema, company.software),
    softwareNameDocuments: toEnumName(SoftwareSchema, company.softwareDocuments),
    // Never set counts as off; the default holds only until the company is there.
    textlineWebhookV3Enabled: company.textlineWebhookV3Enabled ?? false,
    dashboardOptions: company.dashboardOptions,
    credentialName: company.credentialName,
    companyLabel: company.label,
    chatwoot_inbox_id: company.chatwootInboxId,
  };
}

export type CommunityState = {
  label: string;
  softwareName: string;
  credentialName: string;
  assocCode: string;
  customVerbiage: readonly Replacement[];
};

export const communityDefaults: CommunityState = {
  label: "",
  softwareName: "",
  credentialName: "",
  assocCode: "",
  customVerbiage: [],
};

/** The selected community as the dashboard holds it; the defaults while none is. */
export function toCommunityState(details: CommunityDetails | undefined): CommunityState {
  if (!details) return communityDefaults;
  const { label, softwareName, credentialName, assocCode, customVerbiage } = details;
  return { label, softwareName, credentialName, assocCode, customVerbiage };
}
