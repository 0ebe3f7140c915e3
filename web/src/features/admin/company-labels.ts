// Copy about a company that its own settings and the list of all companies share.

import { assistantNames } from "../../entities/draft/assistant-labels";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";

export const companyLabels = {
  legalName: "Legal name",
  smsVersion: "Texting",
  v3: "v3",
  legacyTexting: "Legacy texting",
  associationSoftware: "Association software",
  documentSoftware: "Software for documents",
  pricingModel: "Pricing model",
  credentialName: "Credential name",
  chatwootInbox: "Chatwoot inbox",
  features: "Features",
} as const;

type FeatureOption = { value: DashboardOption; label: string; description: string };

export const featureOptions: readonly FeatureOption[] = [
  {
    value: DashboardOption.HIDE_ANSWERS,
    label: "Hide answers",
    description: "Staff can test the bot in the Knowledge Base but don't see its answers.",
  },
  {
    value: DashboardOption.TURBO_TEST_VIEW_ENABLED,
    label: "Turbo test view",
    description: "Shows the Turbo test view before the move to v3.",
  },
  {
    value: DashboardOption.WEBCHAT,
    label: "Web chat",
    description: "The bot answers on a community's website.",
  },
  {
    value: DashboardOption.TEXT_BLAST,
    label: "Text blast",
    description: "Send one text to many residents. Users with the restricted view always have it.",
  },
  {
    value: DashboardOption.TW,
    label: "Test window",
    description: "Text the bot as a resident. Not available with v3.",
  },
  {
    value: DashboardOption.RP,
    label: "Reporting",
    description: "Statistics about texts and answers.",
  },
  {
    value: DashboardOption.OMNICHANNEL,
    label: "Omnichannel",
    description: "One inbox for every channel.",
  },
  {
    value: DashboardOption.MEETING_SUMMARIZER,
    label: assistantNames[DashboardOption.MEETING_SUMMARIZER],
    description: "An assistant that summarizes meetings.",
  },
  {
    value: DashboardOption.SCOPE_OF_WORK_GENERATOR,
    label: assistantNames[DashboardOption.SCOPE_OF_WORK_GENERATOR],
    description: "An assistant that writes scopes of work.",
  },
  {
    value: DashboardOption.POLICY_DRAFTING_TOOL,
    label: assistantNames[DashboardOption.POLICY_DRAFTING_TOOL],
    description: "An assistant that drafts policies.",
  },
  {
    value: DashboardOption.MEDIATION_CONSULTANT,
    label: assistantNames[DashboardOption.MEDIATION_CONSULTANT],
    description: "An assistant that helps mediate disputes.",
  },
  {
    value: DashboardOption.SOCIAL_MEDIA_PR,
    label: assistantNames[DashboardOption.SOCIAL_MEDIA_PR],
    description: "An assistant for social media posts and press releases.",
  },
  {
    value: DashboardOption.DRAFT_EMAILS_LETTERS,
    label: assistantNames[DashboardOption.DRAFT_EMAILS_LETTERS],
    description: "An assistant that drafts emails and letters.",
  },
];

/** Describes a feature and the screens that it adds. */
export function featureText(description: string, screens: readonly string[]): string {
  return screens.length > 0 ? `${description} Adds ${screens.join(", ")}.` : description;
}

/** Sentences about changed features. */
export const featureChangeLabels = {
  textingV3State: (isOn: boolean) => `Texting v3 is ${isOn ? "on" : "off"}.`,
  turnedOn: (features: string) => `Turned on ${features}.`,
  turnedOff: (features: string) => `Turned off ${features}.`,
  staffGet: (screens: string) => `Staff get ${screens}.`,
  staffLose: (screens: string) => `Staff lose ${screens}.`,
} as const;
