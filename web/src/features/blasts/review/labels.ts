// Copy of the review before a blast is sent: its effect, previews and when it is sent.

import { timeLabels } from "../../../forms/time-labels";
import type { BlastPlanUsage } from "../../../gen/parlor/v1/blast_service_pb";
import { countLabel } from "../../../lib/count-label";
import { formatDollars, formatNumber } from "../../../lib/format-number";
import { peopleLabel } from "../labels";

/** Copy of a review that can't be shown yet. */
export const reviewLabels = {
  recipientsMissing: "No recipients chosen yet",
  chooseRecipients: "Choose recipients",
  titleMissing: "The title is missing",
  textMissing: "The text is missing",
  messageHint: "Write the message first. Then you'll see here what happens when you send it.",
  writeMessage: "Write the message",
  saving: "Saving the draft…",
  reviewing: "Checking recipients, price and quiet hours…",
  reviewFailed: "Couldn't review the blast",
} as const;

/** Copy of the number of recipients, the price and the duration. */
export const figureLabels = {
  title: "What happens when you send",
  recipients: "Recipients",
  recipientsNote: (chosen: number) => `of ${formatNumber(chosen)} chosen`,
  segments: "Segments",
  segmentsEach: (count: number) => `${countLabel(count, "segment")} for each person`,
  segmentsEachAverage: (average: string) => `about ${average} for each person`,
  price: "Price",
  priceNote: "at your company's rate",
  duration: "Sending time",
  durationNote: "from the first text to the last",
} as const;

/** Formats a price in millionths of a US dollar: "$11.13". */
export function formatPrice(micros: bigint): string {
  const dollars = Number(micros) / 1_000_000;
  if (dollars > 0 && dollars < 0.01) return "under $0.01";
  return formatDollars(dollars);
}

/** Formats a duration of at least a minute: "4 minutes", "1 hour 20 minutes". */
export function durationLabel(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 60) return countLabel(minutes, "minute");
  const rest = minutes % 60;
  const hours = countLabel(Math.floor(minutes / 60), "hour");
  return rest ? `${hours} ${countLabel(rest, "minute")}` : hours;
}

/** Copy of the message and of notices about it. */
export const messageReviewLabels = {
  editMessage: "Edit message",
  edit: "Edit",
  unknownFields: (fields: readonly string[]) => {
    const names = fields.map((field) => `{{${field}}}`).join(", ");
    return fields.length === 1 ? `${names} isn't a merge field.` : `${names} aren't merge fields.`;
  },
  unknownFieldsHint: "Edit the message and insert a field from the list.",
  costlyCharacters: (characters: readonly string[]) =>
    `Makes the text more expensive: ${characters.join(" ")}`,
  costlyOrigin: (count: number) =>
    `${count === 1 ? "This character comes" : "These characters come"} from a resident's name or unit.`,
  replacementSaves: (count: number, price: string) =>
    `Replacing ${count === 1 ? "it" : "them"} saves about ${price}.`,
  addedSender: (sender: string) =>
    sender.includes("{{")
      ? "The name of each recipient's community is added to the text."
      : `“${sender}” is added to the text.`,
  addedSenderHint:
    "It doesn't name the community or your company. Recipients need to know who's texting.",
  fallbacks: (count: number) => `Some details are missing for ${peopleLabel(count)}.`,
  fallbacksHint: "The preview shows what the text says instead.",
} as const;

/** Copy of what a blast does to the text plan. */
export const planReviewLabels = {
  near: "This blast brings usage to at least 80% of the plan's text segments.",
  reached: "This blast uses up the plan's text segments. It will still be sent.",
  usage: (usage: BlastPlanUsage) => {
    const { communityLabel, usedSegments: used, blastSegments, includedSegments } = usage;
    const [from, to] = [used, used + blastSegments].map((count) => formatNumber(count));
    return `${communityLabel}: ${from} to ${to} of ${formatNumber(includedSegments)} text segments this month.`;
  },
  others: (count: number) =>
    count === 1 ? "1 other community too." : `${count} other communities too.`,
} as const;

/** Copy of who is left out or gets the text later. */
export const recipientReviewLabels = {
  columns: {
    reason: "Reason",
    people: "People",
    meaning: "What it means",
    show: "Show",
  },
  showPeople: (reason: string) => `Show: ${reason}`,
  nobodyLeftOut: "No one. Everyone you chose gets the text.",
  sentNow: "if you send it now",
  withStart: "with this start time",
  delayedUntil: (people: string, time: string, start: string) =>
    `${people} would get it at ${time} ${start}.`,
  delayedToLaterDay: (people: string, start: string) =>
    `${people} would get it on a later day ${start}.`,
  laterDayHint: (reason: string, time: string) =>
    `${reason} Sending resumes after ${time}, outside quiet hours.`,
} as const;

/** Copy of the preview on a recipient's phone. */
export const previewLabels = {
  title: "Preview",
  heading: "What recipients see",
  previous: "Previous person",
  next: "Next person",
  search: "Find a person",
  searchHint: "Name, unit or phone",
  noMatches: "No recipients match.",
  loadFailed: "Couldn't show the text",
  nothingToPreview: "No one gets the text, so there's nothing to show.",
  fallbacks: "Missing details",
  sendTest: "Send test to my phone",
  phoneMissing: "Add a phone number to your profile to send a test.",
  testSent: "Test sent.",
  testSentTo: (phone: string) => `It goes to ${phone}.`,
} as const;

/** "3 of 371"; without the total while it is unknown. */
export function previewPlaceLabel(at: number, count: number | undefined): string {
  const place = formatNumber(at + 1);
  return count === undefined ? `Person ${place}` : `${place} of ${formatNumber(count)}`;
}

/** Copy of the panel that sends or schedules the blast. */
export const sendLabels = {
  title: "Send",
  overLimit: "Over your company's daily limit.",
  overLimitHint: (remaining: number, recipients: number, hours: string) =>
    `Your company can text ${countLabel(remaining, "more person", "more people")} ${hours}; this blast goes to ${peopleLabel(recipients)}.`,
  theseHours: "in this 24-hour period",
  hoursOfStart: "within 24 hours of this start time",
  when: "When",
  now: "Send now",
  onceApproved: "Once approved",
  nowHint: "You can undo it for 10 seconds.",
  later: "Schedule",
  laterHint: "Sending starts automatically.",
  startsAt: timeLabels.dateAndTime,
  timeZone: (zone: string) => `In the community's time zone: ${zone}.`,
  startMissing: timeLabels.missing,
  startPast: timeLabels.past,
  startTooLate: "Choose a time within a year.",
  startReviewFailed: "Couldn't check this start time.",
  tryAgain: "Try again",
  emergency: "Emergency: ignore quiet hours",
  emergencyReason: "Reason for the emergency",
  emergencyReasonHint: "It's saved with your name.",
  emergencyReasonTooShort: (min: number) => `Enter a reason of at least ${min} characters.`,
  needsApproval: "A second person must approve it.",
  needsApprovalHint:
    "Your company requires that for this many recipients. Nothing is sent until then.",
  askForApproval: "Ask for approval",
  sendsTo: (people: string) => `To ${people}.`,
  everyoneLeftOut: "Everyone you chose is left out. Change the recipients.",
  tooManyRecipients: "Choose fewer recipients.",
  unknownFields: "Fix the merge fields in the message first.",
} as const;

/** "Pacific Standard Time (America/Los_Angeles)". */
export function timeZoneLabel(timeZone: string, at = new Date()): string {
  const options = { timeZoneName: "long", ...(timeZone ? { timeZone } : {}) } as const;
  const parts = new Intl.DateTimeFormat("en-US", options).formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return name === timeZone ? name : `${name} (${timeZone})`;
}
