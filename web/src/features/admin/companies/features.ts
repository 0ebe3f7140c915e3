// What a company's features open to whom, from the contract's table of screens.

import { create } from "@bufbuild/protobuf";
import { canOpen, screenRule, screens } from "../../../entities/session/screen-access";
import {
  DashboardOption,
  Entitlement,
  type Screen,
} from "../../../gen/parlor/options/v1/screen_pb";
import { EntitlementsSchema } from "../../../gen/parlor/v1/user_pb";

export type Features = { v3: boolean; options: readonly DashboardOption[] };

type FeatureLabel = { value: DashboardOption; label: string; does: string };

/** What each option does, beside the screens that it opens. */
export const options: readonly FeatureLabel[] = [
  {
    value: DashboardOption.HIDE_ANSWERS,
    label: "Hide answers",
    does: "The Knowledge Base is a test window: staff try the bot and do not see its answers.",
  },
  {
    value: DashboardOption.TURBO_TEST_VIEW_ENABLED,
    label: "Turbo test view",
    does: "Before the company moves to v3.",
  },
  { value: DashboardOption.WEBCHAT, label: "Web chat", does: "The bot on a community's website." },
  {
    value: DashboardOption.TEXT_BLAST,
    label: "Text blast",
    does: "One text to many residents; the restricted view has it without this.",
  },
  {
    value: DashboardOption.TW,
    label: "Test window",
    does: "A resident's phone on the screen; nothing is sent. Not with v3.",
  },
  { value: DashboardOption.RP, label: "Reporting", does: "Figures of texts and answers." },
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
    does: "An assistant that helps to mediate.",
  },
  {
    value: DashboardOption.SOCIAL_MEDIA_PR,
    label: "Social media and PR",
    does: "An assistant for posts and press.",
  },
  {
    value: DashboardOption.DRAFT_EMAILS_LETTERS,
    label: "Emails and letters",
    does: "An assistant that drafts them.",
  },
];

/** The titles of the screens that name an option in a condition. */
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

/** What staff with the full view find in their menu, or find no more, after a change. */
export function featureDifference(before: Features, after: Features) {
  const [had, have] = [openTo(before), openTo(after)];
  return {
    gained: titles(have.filter((screen) => !had.includes(screen))),
    lost: titles(had.filter((screen) => !have.includes(screen))),
  };
}
