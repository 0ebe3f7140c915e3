import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { CommunityDetailsSchema } from "../../gen/parlor/v1/community_pb";
import { CompanySchema } from "../../gen/parlor/v1/company_pb";
import { Software } from "../../gen/parlor/v1/software_pb";
import { TextPlan, UserSchema } from "../../gen/parlor/v1/user_pb";
import { toCommunityState, toUserState, userDefaults } from "./dashboard-state";

const dana = create(UserSchema, { id: "dana", firstName: "Dana", parlorRole: "admin" });

test("the state has the documented defaults before loading", () => {
  const { textlineWebhookV3Enabled, isRestrictedView, ...others } = userDefaults;
  expect(textlineWebhookV3Enabled).toBe(true);
  expect(isRestrictedView).toBe(false);
  const { textCommunities, dashboardOptions, preferredVendors, ...texts } = others;
  expect([textCommunities, dashboardOptions, preferredVendors]).toEqual([[], [], []]);
  expect(new Set(Object.values(texts))).toEqual(new Set([""]));
  expect(Object.keys(texts).sort()).toEqual(
    [
      ...["userId", "firstName", "lastName", "email", "companyId", "parlorRole", "role"],
      ...["softwareName", "softwareNameDocuments", "credentialName", "companyLabel"],
      ...["phone", "textPlan", "chatwoot_inbox_id"],
    ].sort(),
  );
});

test("the state has company defaults until the company is loaded", () => {
  expect(toUserState(dana, undefined)).toEqual({
    ...userDefaults,
    userId: "dana",
    firstName: "Dana",
    parlorRole: "admin",
  });
});

test("a loaded company sets its fields, and an unset flag is off", () => {
  const company = create(CompanySchema, {
    software: Software.VANTACA,
    label: "Wickham Rowe",
    dashboardOptions: [DashboardOption.TW],
  });
  const user = create(UserSchema, { ...dana, textPlan: TextPlan.PARLOR_PLUS });
  expect(toUserState(user, company)).toMatchObject({
    softwareName: "VANTACA",
    softwareNameDocuments: "",
    companyLabel: "Wickham Rowe",
    dashboardOptions: [DashboardOption.TW],
    textlineWebhookV3Enabled: false,
    textPlan: "PARLOR_PLUS",
  });
});

test("the state has community defaults while none is selected", () => {
  const texts = { label: "", softwareName: "", credentialName: "", assocCode: "" };
  expect(toCommunityState(undefined)).toEqual({ ...texts, customVerbiage: [] });
  const details = create(CommunityDetailsSchema, { label: "Harbor Row", assocCode: "HR01" });
  expect(toCommunityState(details)).toMatchObject({ label: "Harbor Row", assocCode: "HR01" });
});
