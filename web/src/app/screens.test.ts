import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { DashboardOption, Entitlement, Screen } from "../gen/parlor/options/v1/screen_pb";
import { EntitlementsSchema } from "../gen/parlor/v1/user_pb";
import { answersScreen, homeScreen, screenTitle, toMenu } from "./screens";

const entitlements = (granted: Entitlement[], options: DashboardOption[] = []) =>
  create(EntitlementsSchema, { granted, options });

test("home is turbo with v3, else the answers", () => {
  expect(homeScreen(entitlements([Entitlement.FULL_VIEW, Entitlement.V3_ON]))).toBe(Screen.TURBO);
  expect(homeScreen(entitlements([Entitlement.FULL_VIEW, Entitlement.V3_OFF]))).toBe(
    Screen.ANSWERS,
  );
});

test("home of the restricted view is the blaster", () => {
  expect(homeScreen(entitlements([Entitlement.RESTRICTED_VIEW]))).toBe(Screen.TEXT_BLAST);
});

test("the menu has only groups with screens that can be opened", () => {
  const menu = toMenu(
    entitlements([Entitlement.FULL_VIEW, Entitlement.V3_ON, Entitlement.ADMINISTRATOR]),
  );
  expect(menu.map(({ title }) => title)).toEqual(["Answering", "Documents", "Admin"]);
  expect(menu[0]?.items.map(({ screen }) => screen)).toEqual([Screen.TURBO, Screen.ESCALATIONS]);
  const restricted = toMenu(entitlements([Entitlement.RESTRICTED_VIEW]));
  expect(restricted.flatMap(({ items }) => items.map(({ screen }) => screen))).toEqual([
    Screen.TEXT_BLAST,
  ]);
});

test("the restricted view has its own title for the blaster", () => {
  expect(screenTitle(Screen.TEXT_BLAST, entitlements([Entitlement.RESTRICTED_VIEW]))).toBe(
    "Parlor Blaster",
  );
  expect(screenTitle(Screen.TEXT_BLAST, entitlements([Entitlement.FULL_VIEW]))).toBe("Text blast");
});

test("a company that hides its answers has no screen with them", () => {
  const hidden = entitlements(
    [Entitlement.FULL_VIEW, Entitlement.V3_OFF],
    [DashboardOption.HIDE_ANSWERS],
  );
  expect(homeScreen(hidden)).toBe(Screen.HIDDEN_ANSWERS);
  expect(answersScreen(hidden)).toBeUndefined();
  expect(toMenu(hidden)[0]?.items.map(({ screen }) => screen)).toEqual([Screen.HIDDEN_ANSWERS]);
  const shown = entitlements([Entitlement.FULL_VIEW, Entitlement.V3_OFF]);
  expect(toMenu(shown)[0]?.items.map(({ screen }) => screen)).toEqual([Screen.ANSWERS]);
});
