import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { DashboardOption, Entitlement, Screen } from "../../gen/parlor/options/v1/screen_pb";
import { EntitlementsSchema } from "../../gen/parlor/v1/user_pb";
import { canOpen, screenRule, screens } from "./screen-access";

const entitlements = (granted: Entitlement[], options: DashboardOption[] = []) =>
  create(EntitlementsSchema, { granted, options });

test("every screen of the contract has a path and a title", () => {
  expect(screens.length).toBe(27);
  for (const screen of screens) {
    expect(screenRule(screen).path).toMatch(/^\/[\w/-]+$/);
    expect(screenRule(screen).title).not.toBe("");
  }
});

test("any condition of a screen grants access", () => {
  const turbo = (granted: Entitlement[], options?: DashboardOption[]) =>
    canOpen(Screen.TURBO, entitlements(granted, options));
  expect(turbo([Entitlement.V3_ON])).toBe(true);
  expect(turbo([Entitlement.MAIN_COMPANY])).toBe(true);
  expect(turbo([Entitlement.V3_OFF], [DashboardOption.TURBO_TEST_VIEW_ENABLED])).toBe(true);
  expect(turbo([Entitlement.V3_OFF, Entitlement.FULL_VIEW])).toBe(false);
});

test("all parts of a condition are required", () => {
  const window = (granted: Entitlement[], options: DashboardOption[]) =>
    canOpen(Screen.TEST_WINDOW, entitlements(granted, options));
  expect(window([Entitlement.V3_OFF], [DashboardOption.TW])).toBe(true);
  expect(window([Entitlement.V3_ON], [DashboardOption.TW])).toBe(false);
  expect(window([Entitlement.V3_OFF], [])).toBe(false);
});

test("an option that is on closes the screens that need it off", () => {
  const open = (options: DashboardOption[]) =>
    [Screen.ANSWERS, Screen.HIDDEN_ANSWERS].filter((screen) =>
      canOpen(screen, entitlements([Entitlement.FULL_VIEW, Entitlement.V3_OFF], options)),
    );
  expect(open([])).toEqual([Screen.ANSWERS]);
  expect(open([DashboardOption.HIDE_ANSWERS])).toEqual([Screen.HIDDEN_ANSWERS]);
});

test("the restricted view includes only the blaster and the profile", () => {
  const open = screens.filter((screen) =>
    canOpen(screen, entitlements([Entitlement.RESTRICTED_VIEW])),
  );
  expect(open).toEqual([Screen.TEXT_BLAST, Screen.PROFILE]);
});

test("a screen without a condition is closed to every user", () => {
  expect(
    canOpen(Screen.LOGIN, entitlements([Entitlement.FULL_VIEW, Entitlement.MAIN_COMPANY])),
  ).toBe(false);
});
