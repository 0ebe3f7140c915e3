// Features of a company and the screens that they add.

import { create } from "@bufbuild/protobuf";
import { canOpen, screenRule, screens } from "../../../entities/session/screen-access";
import {
  type DashboardOption,
  Entitlement,
  type Screen,
} from "../../../gen/parlor/options/v1/screen_pb";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { EntitlementsSchema } from "../../../gen/parlor/v1/user_pb";
import { featureChangeLabels, featureOptions } from "../company-labels";

export type Features = { v3: boolean; options: readonly DashboardOption[] };

export function toFeatures(company: Company): Features {
  return { v3: company.textlineWebhookV3Enabled ?? false, options: company.dashboardOptions };
}

/** Returns whether a screen needs an option to be on, or off. */
function conditionsName(screen: Screen, option: DashboardOption, by: "options" | "withoutOptions") {
  return screenRule(screen).anyOf.some((condition) => condition[by].includes(option));
}

/** Returns the titles of the screens that the option adds. One that it replaces has the same title. */
export function openedScreens(option: DashboardOption): string[] {
  const replaced = toTitles(
    screens.filter((screen) => conditionsName(screen, option, "withoutOptions")),
  );
  const opened = toTitles(screens.filter((screen) => conditionsName(screen, option, "options")));
  return opened.filter((title) => !replaced.includes(title));
}

function openTo({ v3, options: on }: Features): Screen[] {
  const entitlements = create(EntitlementsSchema, {
    granted: [Entitlement.FULL_VIEW, v3 ? Entitlement.V3_ON : Entitlement.V3_OFF],
    options: [...on],
  });
  return screens.filter((screen) => canOpen(screen, entitlements));
}

function toTitles(all: readonly Screen[]): string[] {
  return all.map((screen) => screenRule(screen).title);
}

/** Returns the screens that staff with the full view gain and lose by a change. */
export function featureDifference(before: Features, after: Features) {
  const [had, have] = [toTitles(openTo(before)), toTitles(openTo(after))];
  return {
    gained: have.filter((title) => !had.includes(title)),
    lost: had.filter((title) => !have.includes(title)),
  };
}

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** Returns which screens staff gain and lose by a change, in sentences; empty for none. */
export function screensText(before: Features, after: Features): string {
  const { gained, lost } = featureDifference(before, after);
  return [
    gained.length > 0 ? featureChangeLabels.staffGet(list.format(gained)) : "",
    lost.length > 0 ? featureChangeLabels.staffLose(list.format(lost)) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Returns what a stored change of the features means; empty if there is none. */
export function changesText(before: Features, after: Features): string {
  const added = after.options.filter((option) => !before.options.includes(option));
  const removed = before.options.filter((option) => !after.options.includes(option));
  const names = (values: readonly DashboardOption[]) =>
    list.format(
      featureOptions.filter(({ value }) => values.includes(value)).map(({ label }) => label),
    );
  return [
    before.v3 === after.v3 ? "" : featureChangeLabels.textingV3State(after.v3),
    added.length > 0 ? featureChangeLabels.turnedOn(names(added)) : "",
    removed.length > 0 ? featureChangeLabels.turnedOff(names(removed)) : "",
    screensText(before, after),
  ]
    .filter(Boolean)
    .join(" ");
}
