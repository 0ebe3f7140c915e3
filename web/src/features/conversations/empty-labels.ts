// Copy of the list of conversations while it is empty.

import { emptyLabels as sharedLabels } from "../../entities/conversation/empty-labels";
import type { StateName } from "./url-state";

export const emptyTexts: Record<StateName, { title: string; text: string }> = {
  open: {
    title: sharedLabels.caughtUp,
    text: "Conversations that need your team appear here.",
  },
  bot: { title: sharedLabels.noBot, text: "Conversations the bot is handling appear here." },
  snoozed: {
    title: "No snoozed conversations",
    text: sharedLabels.snoozedText,
  },
  resolved: {
    title: "No resolved conversations",
    text: sharedLabels.resolvedText,
  },
};

export const filteredTexts = {
  title: "No conversations",
  text: "No conversation matches these filters.",
} as const;

export const emptyLabels = {
  noMatches: "No matching messages",
  noMatchesText: (words: string) =>
    `No messages match “${words}”. Try the start of a word, such as “park” for “parking”.`,
  showAll: "Show all conversations",
  none: "No texts yet",
  noneText: "Texts to a community's number appear here.",
  textAsResident: "Text as a resident",
} as const;
