import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { DashboardOption, Fact, Screen } from "../gen/parlor/options/v1/screen_pb";
import { StandingSchema } from "../gen/parlor/v1/user_pb";
import { hidesAnswers, homeOf, menuOf, titleOf } from "./screens";

const standing = (facts: Fact[], options: DashboardOption[] = []) =>
  create(StandingSchema, { facts, options });

test("home is turbo with v3, else the answers", () => {
  expect(homeOf(standing([Fact.FULL_VIEW, Fact.V3_ON]))).toBe(Screen.TURBO);
  expect(homeOf(standing([Fact.FULL_VIEW, Fact.V3_OFF]))).toBe(Screen.ANSWERS);
});

test("home of the restricted view is the profile until the blaster is built", () => {
  expect(homeOf(standing([Fact.RESTRICTED_VIEW]))).toBe(Screen.PROFILE);
});

test("the menu has only groups with something to open", () => {
  const menu = menuOf(standing([Fact.FULL_VIEW, Fact.V3_ON, Fact.ADMINISTRATOR]));
  expect(menu.map(({ title }) => title)).toEqual(["Answering", "House"]);
  expect(menu[0]?.items.map(({ screen }) => screen)).toEqual([Screen.TURBO, Screen.ESCALATIONS]);
  expect(menuOf(standing([Fact.RESTRICTED_VIEW]))).toEqual([]);
});

test("the restricted view has its own title for the blaster", () => {
  expect(titleOf(Screen.TEXT_BLAST, standing([Fact.RESTRICTED_VIEW]))).toBe("Parlor Blaster");
  expect(titleOf(Screen.TEXT_BLAST, standing([Fact.FULL_VIEW]))).toBe("Text blast");
});

test("a company may hide its answers", () => {
  expect(hidesAnswers(standing([], [DashboardOption.HIDE_ANSWERS]))).toBe(true);
  expect(hidesAnswers(standing([]))).toBe(false);
});
