import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { DashboardOption, Fact, Screen } from "../gen/parlor/options/v1/screen_pb";
import { StandingSchema } from "../gen/parlor/v1/user_pb";
import { mayOpen, ruleOf, screens } from "./access";

const standing = (facts: Fact[], options: DashboardOption[] = []) =>
  create(StandingSchema, { facts, options });

test("every screen of the contract has a path and a title", () => {
  expect(screens.length).toBe(25);
  for (const screen of screens) {
    expect(ruleOf(screen).path).toMatch(/^\/[\w/-]+$/);
    expect(ruleOf(screen).title).not.toBe("");
  }
});

test("any one of a screen's conditions lets a person in", () => {
  const turbo = (facts: Fact[], options?: DashboardOption[]) =>
    mayOpen(Screen.TURBO, standing(facts, options));
  expect(turbo([Fact.V3_ON])).toBe(true);
  expect(turbo([Fact.MAIN_COMPANY])).toBe(true);
  expect(turbo([Fact.V3_OFF], [DashboardOption.TURBO_TEST_VIEW_ENABLED])).toBe(true);
  expect(turbo([Fact.V3_OFF, Fact.FULL_VIEW])).toBe(false);
});

test("all parts of a condition must hold", () => {
  const window = (facts: Fact[], options: DashboardOption[]) =>
    mayOpen(Screen.TEST_WINDOW, standing(facts, options));
  expect(window([Fact.V3_OFF], [DashboardOption.TW])).toBe(true);
  expect(window([Fact.V3_ON], [DashboardOption.TW])).toBe(false);
  expect(window([Fact.V3_OFF], [])).toBe(false);
});

test("the restricted view opens the blaster and the profile alone", () => {
  const open = screens.filter((screen) => mayOpen(screen, standing([Fact.RESTRICTED_VIEW])));
  expect(open).toEqual([Screen.TEXT_BLAST, Screen.PROFILE]);
});

test("a screen without a condition is for nobody who is signed in", () => {
  expect(mayOpen(Screen.LOGIN, standing([Fact.FULL_VIEW, Fact.MAIN_COMPANY]))).toBe(false);
});
