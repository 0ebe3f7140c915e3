// Names of the assistants.

import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";

export const assistantNames = {
  [DashboardOption.MEETING_SUMMARIZER]: "Meeting summarizer",
  [DashboardOption.SCOPE_OF_WORK_GENERATOR]: "Scope of work generator",
  [DashboardOption.POLICY_DRAFTING_TOOL]: "Policy drafting tool",
  [DashboardOption.MEDIATION_CONSULTANT]: "Mediation consultant",
  [DashboardOption.SOCIAL_MEDIA_PR]: "Social media and PR",
  [DashboardOption.DRAFT_EMAILS_LETTERS]: "Draft emails and letters",
} as const;
