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
import { labels } from "./labels";

export type Features = { v3: boolean; options: readonly DashboardOption[] };

export function toFeatures(company: Company): Features {
  return { v3: company.textlineWebhookV3Enabled ?? false, options: company.dashboardOptions };
}

type FeatureLabel = { value: DashboardOption; label: string; does: string };

/** Labels of the options. */
export const options: readonly FeatureLabel[] = [
  {
    value: DashboardOption.HIDE_ANSWERS,
    label: labels.hideAnswers,
    does: labels.staffCanTestBotKnowledge,
  },
  {
    value: DashboardOption.TURBO_TEST_VIEW_ENABLED,
    label: labels.turboTestView,
    does: labels.showsTurboTestViewBefore,
  },
  {
    value: DashboardOption.WEBCHAT,
    label: labels.webChat,
    does: labels.botAnswersCommunitysWebsite,
  },
  {
    value: DashboardOption.TEXT_BLAST,
    label: labels.textBlast,
    does: labels.sendOneTextManyResidents,
  },
  {
    value: DashboardOption.TW,
    label: labels.testWindow,
    does: labels.textBotResident,
  },
  { value: DashboardOption.RP, label: labels.reporting, does: labels.statisticsAboutTextsAnswers },
  {
    value: DashboardOption.OMNICHANNEL,
    label: labels.omnichannel,
    does: labels.oneInboxEveryChannel,
  },
  {
    value: DashboardOption.MEETING_SUMMARIZER,
    label: labels.meetingSummarizer,
    does: labels.assistantSummarizesMeetings,
  },
  {
    value: DashboardOption.SCOPE_OF_WORK_GENERATOR,
    label: labels.scopeOfWorkGenerator,
    does: labels.assistantWritesScopesWork,
  },
  {
    value: DashboardOption.POLICY_DRAFTING_TOOL,
    label: labels.policyDraftingTool,
    does: labels.assistantDraftsPolicies,
  },
  {
    value: DashboardOption.MEDIATION_CONSULTANT,
    label: labels.mediationConsultant,
    does: labels.assistantHelpsMediateDisputes,
  },
  {
    value: DashboardOption.SOCIAL_MEDIA_PR,
    label: labels.socialMediaAndPr,
    does: labels.assistantSocialMediaPostsPress,
  },
  {
    value: DashboardOption.DRAFT_EMAILS_LETTERS,
    label: labels.emailsAndLetters,
    does: labels.assistantDraftsEmailsLetters,
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
    gained.length > 0 ? labels.staffGet(list.format(gained)) : "",
    lost.length > 0 ? labels.staffLose(list.format(lost)) : "",
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
    added.length > 0 ? labels.turnedOn(names(added)) : "",
    removed.length > 0 ? labels.turnedOff(names(removed)) : "",
    screensText(before, after),
  ]
    .filter(Boolean)
    .join(" ");
}
