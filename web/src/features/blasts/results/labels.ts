// Copy of the results of a blast: its state, approval, actions and recipients.

import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { labels as noteLabels } from "../../../entities/note/labels";
import { undoLabels } from "../../../forms/undo-labels";
import { BlastState } from "../../../gen/parlor/v1/blast_pb";
import { countLabel } from "../../../lib/count-label";
import { formatDateTime, formatShortDate } from "../../../lib/format-date";
import { formatNumber } from "../../../lib/format-number";
import { peopleLabel } from "../labels";

/** Copy of the approval by a second person. */
export const approvalLabels = {
  waiting: "Waiting for a second person's approval.",
  scheduledFor: (author: string, people: string, time: string) =>
    `${author} scheduled it for ${people}. ${time}.`,
  needsAnother: "Another person must approve it.",
  approve: "Approve",
  approveTitle: "Approve this blast?",
  approveBlast: "Approve blast",
  effectAt: (people: string, time: string) => `This text goes to ${people} ${time}.`,
  effectNow: (people: string) =>
    `This text goes to ${people} 10 seconds after you approve it. Until then it can be undone.`,
  reject: "Reject…",
  rejectTitle: "Reject this blast?",
  rejectBlast: "Reject blast",
  rejectEffect: (author: string) => `It becomes a draft again, and ${author} sees your note.`,
  note: "What needs to change?",
  noteMissing: noteLabels.empty,
  rejected: "Rejected. The blast is a draft again.",
} as const;

/** Copy of the state of a blast that is not being sent. */
export const stateTexts: Partial<Record<BlastState, { title: string; text: string }>> = {
  [BlastState.PAUSED]: {
    title: "Paused.",
    text: "No more texts will be sent until someone resumes it.",
  },
  [BlastState.CANCELED]: {
    title: "Canceled.",
    text: "Anyone who hasn't been sent the text yet won't get it.",
  },
  [BlastState.MISSED]: {
    title: "This blast wasn't sent.",
    text: "The server was more than 60 minutes late or kept failing, or the saved audience was deleted. Copy it to a new draft to try again.",
  },
};

/** Copy of a blast that waits for its time, or can still be undone. */
export const scheduledLabels = {
  startsAt: (time: string) => `Starts ${time}.`,
  scheduled: "Scheduled.",
  recipientsHint: "Recipients are chosen again at that time.",
  sendingIn: undoLabels.sendingIn,
  sending: "Sending…",
  nothingSent: "Nothing has been sent yet.",
  undo: "Undo",
  backToDraft: "Back to draft",
} as const;

/** Copy of the actions on a blast. */
export const actionLabels = {
  pause: "Pause",
  resume: "Resume",
  cancel: "Cancel blast",
  cancelTitle: "Cancel this blast?",
  cancelEffect:
    "People who haven't been sent the text won't get it. You can't undo this; texts that are already being sent still arrive.",
  keep: "Keep blast",
  copy: "Copy to new draft",
  retryCount: (count: number) => `Send again to ${formatNumber(count)}`,
  retryTitle: (count: number) => `Send again to ${peopleLabel(count)}?`,
  retryEffect:
    "Their texts failed for a temporary reason, such as a phone that was off. Anyone who has opted out since then is skipped.",
  retry: "Send again",
  retrying: (count: number) => `Sending again to ${peopleLabel(count)}.`,
} as const;

/** Copy of the message, its facts and its recipients. */
export const labels = {
  message: "Message",
  personal: "Names and other details are filled in for each person.",
  links: "Links",
  clicks: (clicks: bigint) => `${formatNumber(clicks)} ${clicks === 1n ? "click" : "clicks"}`,
  createdBy: "Created by",
  scheduledBy: "Scheduled by",
  sentBy: "Sent by",
  approvedBy: "Approved by",
  start: "Start",
  end: "End",
  emergency: "Emergency",
  noEmergencyReason: "Quiet hours are ignored",
  showRecipients: "Show recipients",
  everyone: "Everyone who gets it",
  leftOutFor: (reason: string) => `Left out: ${reason.toLowerCase()}`,
  exportCsv: "Export CSV",
} as const;

/** Copy of the export of the recipients, to several files if there are many. */
export const exportLabels = {
  hint: "Includes people who were left out.",
  exportNext: "Export the next recipients",
  fileLimit: "There are more. A file has at most 100,000 recipients.",
} as const;

/** "File 2: 41,207 recipients, the last ones." */
export function exportedLabel(count: number, number: number, hasMore: boolean): string {
  const recipients = countLabel(count, "recipient");
  if (hasMore) return `File ${number}: ${recipients}.`;
  return number > 1
    ? `File ${number}: ${recipients}, the last ones.`
    : `The file has ${recipients}.`;
}

/** "on Nov 25 at 9:00 AM"; "at 9:00 AM" for today. */
export function dayAndTimeLabel(at: Timestamp, now = new Date()): string {
  const date = timestampDate(at);
  const time = `at ${formatDateTime(date, date)}`;
  const isToday = date.toDateString() === now.toDateString();
  return isToday ? time : `on ${formatShortDate(date, now)} ${time}`;
}
