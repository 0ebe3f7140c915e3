// Copy of the list of text blasts.

import type { Tab } from "../url-state";

export const labels = {
  title: "Text blasts",
  newBlast: "New blast",
  tabs: "Text blasts by status",
  columns: {
    title: "Title",
    recipients: "Recipients",
    status: "Status",
    time: "Time",
  },
  notStarted: "Not started",
} as const;

export const tabLabels: Record<Tab, string> = {
  all: "All",
  drafts: "Drafts",
  approval: "Needs approval",
  scheduled: "Scheduled",
  sending: "Sending",
  done: "Done",
};

/** Empty state of each tab. */
export const emptyTexts: Record<Tab, { title: string; text: string }> = {
  all: {
    title: "No text blasts yet",
    text: "Send one text to many homeowners: a water shutoff, a meeting, a closed parking lot.",
  },
  drafts: { title: "No drafts", text: "A blast you start is saved here until you send it." },
  approval: {
    title: "Nothing needs approval",
    text: "Blasts that wait for a second person's approval appear here.",
  },
  scheduled: { title: "Nothing scheduled", text: "Scheduled blasts appear here." },
  sending: { title: "Nothing is being sent", text: "Blasts appear here while they're being sent." },
  done: { title: "Nothing sent yet", text: "Finished and canceled blasts appear here." },
};

export function firstLine(body: string): string {
  return body.trim().split("\n")[0] || "No text yet";
}
