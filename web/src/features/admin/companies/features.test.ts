import { expect, test } from "vitest";
import { DashboardOption } from "../../../gen/parlor/options/v1/screen_pb";
import { featureOptions } from "../company-labels";
import { changesText, featureDifference, openedScreens } from "./features";

const plain = { v3: false, options: [] };

test("every option of the contract has a label", () => {
  const options = Object.values(DashboardOption).filter((value) => value !== 0);
  expect(featureOptions.map(({ value }) => value).sort()).toEqual(options.sort());
});

test("an option lists the screens that it adds", () => {
  expect(openedScreens(DashboardOption.OMNICHANNEL)).toEqual(["Omnichannel", "Email"]);
  expect(openedScreens(DashboardOption.HIDE_ANSWERS)).toEqual([]);
});

test("moving to v3 opens Turbo and Escalations and closes the knowledge base", () => {
  expect(featureDifference(plain, { v3: true, options: [] })).toEqual({
    gained: ["Turbo", "Escalations"],
    lost: ["Knowledge Base"],
  });
});

test("the test window stays closed with v3", () => {
  const tested = [DashboardOption.TW];
  expect(featureDifference(plain, { v3: false, options: tested }).gained).toEqual(["Test window"]);
  expect(
    featureDifference({ v3: true, options: [] }, { v3: true, options: tested }).gained,
  ).toEqual([]);
});

test("hiding answers neither adds nor removes a screen", () => {
  const hidden = { v3: false, options: [DashboardOption.HIDE_ANSWERS] };
  expect(featureDifference(plain, hidden)).toEqual({ gained: [], lost: [] });
});

test("a second assistant opens nothing that was not open", () => {
  const one = { v3: false, options: [DashboardOption.MEETING_SUMMARIZER] };
  const two = { v3: false, options: [...one.options, DashboardOption.SOCIAL_MEDIA_PR] };
  expect(featureDifference(plain, one).gained).toEqual(["Assistants (Beta)"]);
  expect(featureDifference(one, two)).toEqual({ gained: [], lost: [] });
});

test("a change is described with the screens that staff gain and lose", () => {
  expect(changesText(plain, { v3: true, options: [DashboardOption.RP] })).toBe(
    "Texting v3 is on. Turned on Reporting. Staff get Turbo, Escalations, and Reporting. Staff lose Knowledge Base.",
  );
  expect(changesText(plain, plain)).toBe("");
});
