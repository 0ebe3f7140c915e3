// Flat state of the user and of the selected community, and its defaults while it loads.

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

/** Returns the name of an enum value, such as "VANTACA"; empty for the unspecified value. */
function toEnumName(schema: DescEnum, value: number): string {
  return value === 0 ? "" : (schema.value[value]?.localName ?? "");
}

/** Converts a user and, once loaded, their company. */
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
    // Unset means off; the default applies only until the company is loaded.
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

/** Converts the selected community. Returns the defaults if there is none. */
export function toCommunityState(details: CommunityDetails | undefined): CommunityState {
  if (!details) return communityDefaults;
  const { label, softwareName, credentialName, assocCode, customVerbiage } = details;
  return { label, softwareName, credentialName, assocCode, customVerbiage };
}
