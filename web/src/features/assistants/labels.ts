// Labels of the assistants, and the inputs that each one takes.

import { assistantNames } from "../../entities/draft/assistant-labels";
import { formLabels } from "../../entities/draft/form-labels";
import { violationLabels } from "../../forms/violation-labels";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { DraftKind, DraftFieldKey as Key } from "../../gen/parlor/v1/draft_pb";
import { formatNumber } from "../../lib/format-number";
import type { IconName } from "../../ui";

export const labels = {
  title: "Assistants",
  beta: "Beta",
  list: "Assistants",
  runs: {
    title: "Your recent runs",
    none: "Your runs appear here.",
    noneShared: "Runs that you or your colleagues share appear here.",
    more: "Show more",
  },
  community: "Community",
  start: "Start",
  newRun: "New run",
  inputs: "Inputs",
  file: "Transcript or document",
  fileHint: "VTT, SRT, TXT, DOCX or PDF, up to 5 MB and 500 pages.",
  fileTooLarge: "This file is larger than 5 MB. Split it into parts.",
  readingFile: "Reading the file…",
  tooManyFiles: "Remove a file before you add another one. You can use up to 5.",
  removeFile: (name: string) => `Remove ${name}`,
  characters: (count: number) => `${formatNumber(count)} characters`,
  pages: (count: number) => `${formatNumber(count)} pages`,
  missing: violationLabels.required,
  fileMissing: "Add the transcript of the meeting.",
  chooseTitle: "Start with your inputs",
  chooseText: "Fill in what you know and click Start. You can edit the result.",
};

export type GuidedField = { key: Key; label: string; rows?: number; required?: boolean };

export type Assistant = {
  kind: DraftKind;
  option: DashboardOption;
  name: string;
  about: string;
  icon: IconName;
  notes: string;
  notesRequired: boolean;
  takesFiles: boolean;
  filesRequired?: boolean;
  fields: readonly GuidedField[];
};

export const assistants: readonly Assistant[] = [
  {
    kind: DraftKind.MEETING_MINUTES,
    option: DashboardOption.MEETING_SUMMARIZER,
    name: assistantNames[DashboardOption.MEETING_SUMMARIZER],
    about: "Minutes, motions, action items",
    icon: "note",
    notes: "Notes",
    notesRequired: false,
    takesFiles: true,
    filesRequired: true,
    fields: [
      { key: Key.MEETING_DATE, label: "Date and time of the meeting" },
      { key: Key.ATTENDEES, label: "Who attended, one per line", rows: 4 },
      { key: Key.QUORUM, label: "Directors needed for a quorum" },
    ],
  },
  {
    kind: DraftKind.SCOPE_OF_WORK,
    option: DashboardOption.SCOPE_OF_WORK_GENERATOR,
    name: assistantNames[DashboardOption.SCOPE_OF_WORK_GENERATOR],
    about: "Numbered scope and bid table",
    icon: "wrench",
    notes: "Work to be done",
    notesRequired: true,
    takesFiles: false,
    fields: [
      { key: Key.TRADE, label: "Trade", required: true },
      { key: Key.SITE, label: "Site", required: true },
      { key: Key.CONSTRAINTS, label: "Constraints, such as working hours", rows: 3 },
      { key: Key.DEADLINE, label: "Deadline" },
    ],
  },
  {
    kind: DraftKind.POLICY,
    option: DashboardOption.POLICY_DRAFTING_TOOL,
    name: assistantNames[DashboardOption.POLICY_DRAFTING_TOOL],
    about: "Clauses compared with your documents",
    icon: "book",
    notes: "Rules the policy should include",
    notesRequired: true,
    takesFiles: true,
    fields: [{ key: Key.EFFECTIVE_DATE, label: "Effective date" }],
  },
  {
    kind: DraftKind.MEDIATION,
    option: DashboardOption.MEDIATION_CONSULTANT,
    name: assistantNames[DashboardOption.MEDIATION_CONSULTANT],
    about: "Both sides, options, a letter",
    icon: "people",
    notes: "Background",
    notesRequired: false,
    takesFiles: false,
    fields: [
      { key: Key.FIRST_PARTY, label: "First party", required: true },
      { key: Key.FIRST_ACCOUNT, label: "What the first party says", rows: 4, required: true },
      { key: Key.SECOND_PARTY, label: "Second party", required: true },
      { key: Key.SECOND_ACCOUNT, label: "What the second party says", rows: 4, required: true },
    ],
  },
  {
    kind: DraftKind.SOCIAL_MEDIA,
    option: DashboardOption.SOCIAL_MEDIA_PR,
    name: assistantNames[DashboardOption.SOCIAL_MEDIA_PR],
    about: "A post per channel and a statement",
    icon: "send-many",
    notes: "Facts",
    notesRequired: true,
    takesFiles: false,
    fields: [{ key: Key.CONTACT, label: "Contact for questions" }],
  },
  {
    kind: DraftKind.LETTER,
    option: DashboardOption.DRAFT_EMAILS_LETTERS,
    name: assistantNames[DashboardOption.DRAFT_EMAILS_LETTERS],
    about: "A letter from a few facts",
    icon: "mail",
    notes: formLabels.notes,
    notesRequired: true,
    takesFiles: false,
    fields: [
      { key: Key.RECIPIENT, label: "Recipient" },
      { key: Key.SUBJECT, label: "Subject" },
    ],
  },
];
