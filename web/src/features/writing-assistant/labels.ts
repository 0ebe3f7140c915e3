// Labels of the writing assistant.

import {
  DraftLanguage,
  DraftLength,
  DraftTone,
  WritingPurpose,
} from "../../gen/parlor/v1/draft_pb";
import type { IconName, SelectOption } from "../../ui";

export const labels = {
  title: "Writing assistant",
  brief: "Brief",
  purpose: "Purpose",
  notesHint:
    "Dates, times, names and amounts. The draft uses only what you enter and community facts.",
  notesMissing: "Write what the draft should say.",
  tone: "Tone",
  length: "Length",
  audience: "Audience",
  language: "Language",
  community: "Community",
  write: "Write draft",
  keeps: (version: number) => `Version ${version} will be kept.`,
  newDraft: "New draft",
  history: {
    title: "Your drafts",
    none: "Your drafts appear here.",
    noneShared: "Drafts that you or your colleagues share appear here.",
    more: "Show more",
  },
  emptyTitle: "Start with a few notes",
  emptyText: "Choose a purpose, add your notes, and click Write draft.",
  everyone: "Everyone",
};

export const purposes: { value: WritingPurpose; label: string; icon: IconName }[] = [
  { value: WritingPurpose.NOTICE, label: "Notice to residents", icon: "send-many" },
  { value: WritingPurpose.BOARD_UPDATE, label: "Board update", icon: "people" },
  { value: WritingPurpose.VIOLATION_LETTER, label: "Violation letter", icon: "flag" },
  { value: WritingPurpose.WELCOME_LETTER, label: "Welcome letter", icon: "door" },
  { value: WritingPurpose.COMPLAINT_REPLY, label: "Reply to a complaint", icon: "threads" },
  { value: WritingPurpose.MAINTENANCE_NOTICE, label: "Maintenance notice", icon: "wrench" },
  { value: WritingPurpose.EVENT_INVITATION, label: "Event invitation", icon: "calendar" },
  { value: WritingPurpose.PAYMENT_REMINDER, label: "Payment reminder", icon: "coin" },
];

const toOption = (value: number, label: string): SelectOption => ({ value: String(value), label });

export const tones = [
  toOption(DraftTone.FRIENDLY, "Friendly"),
  toOption(DraftTone.NEUTRAL, "Neutral"),
  toOption(DraftTone.FIRM, "Firm"),
];

export const lengths = [
  toOption(DraftLength.SHORT, "Short"),
  toOption(DraftLength.MEDIUM, "Medium"),
  toOption(DraftLength.LONG, "Long"),
];

export const languages = [
  toOption(DraftLanguage.ENGLISH, "English"),
  toOption(DraftLanguage.SPANISH, "Spanish"),
  toOption(DraftLanguage.FRENCH, "French"),
];

export const audiences = [labels.everyone, "Owners", "Tenants", "Board members", "Vendors"].map(
  (value) => ({ value, label: value }),
);
