// Features of a company and the screens that they add.

import { create } from "@bufbuild/protobuf";
import { canOpen, screenRule, screens } from "../../../entities/session/screen-access";
import {
  DashboardOption,
  Entitlement,
  type Screen,
} from "../../../gen/parlor/options/v1/screen_pb";
import type { Company } from "../../../gen/parlor/v1/company_pb";
import { EntitlementsSchema } from "../../../gen/parlor/v1/user_pb";

export type Features = { v3: boolean; options: readonly DashboardOption[] };

export function toFeatures(company: Company): Features {
  return { v3: company.textlineWebhookV3Enabled ?? false, options: company.dashboardOptions };
}

type FeatureLabel = { value: DashboardOption; label: string; does: string };

/** Labels of the options. */
export const options: readonly FeatureLabel[] = [
  {
    value: DashboardOption.HIDE_ANSWERS,
    label: "Hide answers",
    does: "Staff can test the bot in the Knowledge Base but don't see its answers.",
  },
  {
    value: DashboardOption.TURBO_TEST_VIEW_ENABLED,
    label: "Turbo test view",
    does: "Shows the Turbo test view before the move to v3.",
  },
  {
    value: DashboardOption.WEBCHAT,
    label: "Web chat",
    does: "The bot answers on a community's website.",
  },
  {
    value: DashboardOption.TEXT_BLAST,
    label: "Text blast",
    does: "Send one text to many residents. Users with the restricted view always have it.",
  },
  {
    value: DashboardOption.TW,
    label: "Test window",
    does: "Text the bot as a resident. Not available with v3.",
  },
  { value: DashboardOption.RP, label: "Reporting", does: "Statistics about texts and answers." },
  {
    value: DashboardOption.OMNICHANNEL,
    label: "Omnichannel",
    does: "One inbox for every channel.",
  },
  {
    value: DashboardOption.MEETING_SUMMARIZER,
    label: "Meeting summarizer",
    does: "An assistant that summarizes meetings.",
  },
  {
    value: DashboardOption.SCOPE_OF_WORK_GENERATOR,
    label: "Scope of work generator",
    does: "An assistant that writes scopes of work.",
  },
  {
    value: DashboardOption.POLICY_DRAFTING_TOOL,
    label: "Policy drafting tool",
    does: "An assistant that drafts policies.",
  },
  {
    value: DashboardOption.MEDIATION_CONSULTANT,
    label: "Mediation consultant",
    does: "An assistant that helps mediate disputes.",
  },
  {
    value: DashboardOption.SOCIAL_MEDIA_PR,
    label: "Social media and PR",
    does: "An assistant for social media posts and press releases.",
  },
  {
    value: DashboardOption.DRAFT_EMAILS_LETTERS,
    label: "Emails and letters",
    does: "An assistant that drafts emails and letters.",
  },
];

/** Returns the titles of the screens whose conditions name the option. */
export function openedScreens(option: DashboardOption): string[] {
  return screens
    .map(screenRule)
    .filter((rule) => rule.anyOf.some((condition) => condition.options.includes(option)))
    .map(({ title }) => title);
}

function openTo({ v3, options: on }: Features): Screen[] {
  const entitlements = create(EntitlementsSchema, {
    granted: [Entitlement.FULL_VIEW, v3 ? Entitlement.V3_ON : Entitlement.V3_OFF],
    options: [...on],
  });
  return screens.filter((screen) => canOpen(screen, entitlements));
}

const titles = (all: readonly Screen[]) => all.map((screen) => screenRule(screen).title);

/** Returns the screens that staff with the full view gain and lose by a change. */
export function featureDifference(before: Features, after: Features) {
  const [had, have] = [openTo(before), openTo(after)];
  return {
    gained: titles(have.filter((screen) => !had.includes(screen))),
    lost: titles(had.filter((screen) => !have.includes(screen))),
  };
}

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** Returns which screens staff gain and lose by a change, in sentences; empty for none. */
export function screensText(before: Features, after: Features): string {
  const { gained, lost } = featureDifference(before, after);
  return [
    gained.length > 0 ? `Staff get ${list.format(gained)}.` : "",
    lost.length > 0 ? `Staff lose ${list.format(lost)}.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Returns what a stored change of the features means; empty if there is none. */
export function changesText(before: Features, after: Features): string {
  const added = after.options.filter((option) => !before.options.includes(option));
  const removed = before.options.filter((option) => !after.options.includes(option));
  const names = (values: readonly DashboardOption[]) =>
    list.format(options.filter(({ value }) => values.includes(value)).map(({ label }) => label));
  return [
    before.v3 === after.v3 ? "" : `Texting v3 is ${after.v3 ? "on" : "off"}.`,
    added.length > 0 ? `Turned on ${names(added)}.` : "",
    removed.length > 0 ? `Turned off ${names(removed)}.` : "",
    screensText(before, after),
  ]
    .filter(Boolean)
    .join(" ");
}
