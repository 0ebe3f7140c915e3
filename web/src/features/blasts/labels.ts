// Labels of the text blast screen.

import { type Timestamp, timestampDate, timestampMs } from "@bufbuild/protobuf/wkt";
import type { Audience } from "../../gen/parlor/v1/audience_pb";
import { type Blast, BlastState } from "../../gen/parlor/v1/blast_pb";
import { HomeownerKind } from "../../gen/parlor/v1/homeowner_kind_pb";
import { formatDateTime, formatShortDate } from "../../lib/format-date";
import type { Step, Tab } from "./url-state";

export const deletedBlastTitle = "Draft deleted.";
export const deletedAudienceTitle = "Audience deleted.";

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

export const stepLabels: Record<Step, string> = {
  recipients: "Recipients",
  message: "Message",
  review: "Review",
};

export type Tone = "info" | "success" | "warning" | "danger" | "accent" | "outline";

const stateLabels: Record<BlastState, { label: string; tone: Tone }> = {
  [BlastState.UNSPECIFIED]: { label: "", tone: "outline" },
  [BlastState.DRAFT]: { label: "Draft", tone: "outline" },
  [BlastState.AWAITING_APPROVAL]: { label: "Needs approval", tone: "warning" },
  [BlastState.SCHEDULED]: { label: "Scheduled", tone: "info" },
  [BlastState.RUNNING]: { label: "Sending", tone: "accent" },
  [BlastState.PAUSED]: { label: "Paused", tone: "warning" },
  [BlastState.FINISHED]: { label: "Sent", tone: "success" },
  [BlastState.CANCELED]: { label: "Canceled", tone: "outline" },
  [BlastState.MISSED]: { label: "Not sent", tone: "danger" },
};

export function stateLabel(state: BlastState): { label: string; tone: Tone } {
  return stateLabels[state] ?? stateLabels[BlastState.UNSPECIFIED];
}

export const kindOptions = [
  { value: String(HomeownerKind.OWNER), label: "Owners" },
  { value: String(HomeownerKind.TENANT), label: "Tenants" },
  { value: String(HomeownerKind.BOARD_MEMBER), label: "Board members" },
];

const languages = new Intl.DisplayNames("en", { type: "language" });

export function languageLabel(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}

export function countLabel(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

export function peopleLabel(count: number): string {
  return countLabel(count, "person", "people");
}

/** "312 accounts, 298 phone numbers". */
export function matchLabel(accounts: number, phones: number): string {
  return `${countLabel(accounts, "account")}, ${countLabel(phones, "phone number")}`;
}

export function firstLine(body: string): string {
  return body.trim().split("\n")[0] || "No text yet";
}

/** Formats a price in millionths of a US dollar: "$11.13". */
export function formatPrice(micros: bigint): string {
  const dollars = Number(micros) / 1_000_000;
  if (dollars > 0 && dollars < 0.01) return "under $0.01";
  return dollars.toLocaleString("en-US", { style: "currency", currency: "USD" });
}

/** Formats a duration of at least a minute: "4 minutes", "1 hour 20 minutes". */
export function durationLabel(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 60) return countLabel(minutes, "minute");
  const rest = minutes % 60;
  const hours = countLabel(Math.floor(minutes / 60), "hour");
  return rest ? `${hours} ${countLabel(rest, "minute")}` : hours;
}

export function timeLabel(at: Timestamp, now = Date.now()): string {
  return formatDateTime(timestampDate(at), new Date(now));
}

/** "on Nov 25 at 9:00 AM"; "at 9:00 AM" for today. */
export function dayAndTimeLabel(at: Timestamp, now = new Date()): string {
  const date = timestampDate(at);
  const time = `at ${formatDateTime(date, date)}`;
  const isToday = date.toDateString() === now.toDateString();
  return isToday ? time : `on ${formatShortDate(date, now)} ${time}`;
}

/** The latest event of a blast, and its time. */
export function blastTimeLabel({ state, startsAt, finishedAt, createdAt }: Blast): string {
  if (finishedAt) return `${stateLabel(state).label} ${timeLabel(finishedAt)}`;
  if (state === BlastState.DRAFT) return createdAt ? `Created ${timeLabel(createdAt)}` : "";
  if (!startsAt) return "";
  const isWaiting = state === BlastState.SCHEDULED || state === BlastState.AWAITING_APPROVAL;
  return isWaiting ? `Starts ${startLabel(startsAt)}` : `Started ${timeLabel(startsAt)}`;
}

/** "Nov 25, 9:00 AM"; "once approved" for a blast whose time has passed. */
export function startLabel(startsAt: Timestamp, now = Date.now()): string {
  return timestampMs(startsAt) > now ? timeLabel(startsAt, now) : "once approved";
}

/** "Pacific Standard Time (America/Los_Angeles)". */
export function timeZoneLabel(timeZone: string, at = new Date()): string {
  const options = { timeZoneName: "long", ...(timeZone ? { timeZone } : {}) } as const;
  const parts = new Intl.DateTimeFormat("en-US", options).formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return name === timeZone ? name : `${name} (${timeZone})`;
}

export const mergeFields = [
  { field: "{{first_name|neighbor}}", label: "First name" },
  { field: "{{name}}", label: "Full name" },
  { field: "{{unit}}", label: "Unit" },
  { field: "{{building}}", label: "Building" },
  { field: "{{community}}", label: "Community" },
] as const;

const fieldLabels = new Map(
  mergeFields.map(({ field, label }) => [field.replace(/^\{\{|[|}].*$/g, ""), label] as const),
);

/** "First name is unknown: “neighbor” is used." */
export function fallbackLabel(part: { mergeField: string; text: string }): string {
  const field = fieldLabels.get(part.mergeField) ?? part.mergeField;
  const text = part.text.trim();
  return text ? `${field} is unknown: “${text}” is used.` : `${field} is unknown and left blank.`;
}

/** "3 of 371"; without the total while it is unknown. */
export function previewPlaceLabel(at: number, count: number | undefined): string {
  const place = (at + 1).toLocaleString("en");
  return count === undefined ? `Person ${place}` : `${place} of ${count.toLocaleString("en")}`;
}

/** "12 people get a fallback." */
export function fallbackTitle(count: number): string {
  return `${peopleLabel(count)} ${count === 1 ? "gets" : "get"} a fallback.`;
}

export const fallbackText = "Some details are missing for them. The preview shows where.";

/** Example texts, offered with the company's templates. They contain GSM-7 characters only. */
export const messageTemplates = [
  {
    label: "Water shutoff",
    body: "{{community}}: Hi {{first_name|neighbor}}, the water will be off on [day] from [time] to [time] for a repair. Please store water for that time. Questions? Reply here.",
  },
  {
    label: "Elevator maintenance",
    body: "{{community}}: The elevator will be out of service on [day] from [time] to [time] for maintenance. Please use the stairs or the other elevator. Need help? Reply here.",
  },
  {
    label: "Board meeting",
    body: "{{community}}: The board meets on [day] at [time] in [place]. The agenda is posted in the lobby. All owners are welcome. Questions? Reply here.",
  },
  {
    label: "Parking lot closure",
    body: "{{community}}: The parking lot will be closed on [day] from [time] to [time]. Please move your car before then, or it may be towed. Questions? Reply here.",
  },
  {
    label: "Package room",
    body: "{{community}}: Hi {{first_name|neighbor}}, the package room is full. Please pick up your packages by [day]. Questions? Reply here.",
  },
] as const;

/** Labels of the dialog that saves a list of recipients. */
export const recipientListLabels = {
  open: "New list",
  title: "New list",
  name: "Name",
  nameMissing: "Enter a name.",
  nameTaken: "Another audience has this name.",
  community: "Community",
  communityHint: "Texts are sent from this community's number.",
  source: "Recipients from",
  paste: "Paste numbers",
  upload: "Upload a file",
  numbers: "Phone numbers",
  numbersHint: "One per line, or separated by commas.",
  file: (megabytes: number) => `CSV or XLSX, up to ${megabytes} MB`,
  columns: "Columns",
  noColumn: "Not in the file",
  unnamedColumn: (position: number) => `Column ${position}`,
  phoneColumnMissing: "Choose the column with the phone numbers.",
  summary: "Recipients found",
  samples: "First recipients",
  rejectedFile: "rejected-rows.csv",
  downloadRejected: "Download rejected rows",
  consent: "How they agreed to get texts (optional)",
  consentHint:
    "Stored as proof of consent, such as “Signed the form at the annual meeting”. Leave blank if you don't know: people who never texted you are left out.",
  save: "Save list",
  noRecipients: "Add a phone number first",
  checking: "The phone numbers are being checked",
};

export const columnLabels = {
  phone: "Phone",
  name: "Full name",
  unit: "Unit",
  building: "Building",
};

export const rejectedCsvHeadings = { line: "Line", reason: "Reason", cell: "Number" };

export const tooLargeFileText = (name: string, megabytes: number) =>
  `${name} is larger than ${megabytes} MB. Choose a smaller file.`;
export const unreadableFileText = (name: string) => `Couldn't read ${name}. Choose it again.`;
export const savedListTitle = (count: number) =>
  `List saved with ${countLabel(count, "recipient", "recipients")}.`;

/** Number of recipients in a source, and of skipped rows. */
export function importCountsLabel(counts: {
  acceptedCount: number;
  duplicateCount: number;
  rejectedCount: number;
}): string {
  const { acceptedCount, duplicateCount, rejectedCount } = counts;
  return [
    countLabel(acceptedCount, "recipient", "recipients"),
    duplicateCount > 0 ? countLabel(duplicateCount, "duplicate", "duplicates") : "",
    rejectedCount > 0 ? `${rejectedCount.toLocaleString("en")} rejected` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Describes who is in a saved audience. */
export function audienceLabel({ source }: Audience): string {
  if (source.case === "list") {
    return `List · ${countLabel(source.value.memberCount, "recipient", "recipients")}`;
  }
  return countLabel(source.value?.communityIds.length ?? 0, "community", "communities");
}

/** Explains the sender that is added to a text. */
export const addedSenderHint = (sender: string) =>
  `Includes “${sender.trim()}”, which is added because the text doesn't name its sender.`;

/** Labels for links in the text. */
export const linkLabels = {
  notice: (count: number) =>
    `${count === 1 ? "This link is" : "These links are"} long. Short links cost less, and you see how many people open them.`,
  shorten: (count: number) => (count === 1 ? "Shorten link" : "Shorten links"),
  results: "Links",
  clicks: (clicks: bigint) =>
    `${clicks.toLocaleString("en")} ${clicks === 1n ? "click" : "clicks"}`,
};

/** Hints about what to select before recipients can be counted. */
export const matchHints = {
  filter: "Choose a community to see how many people match.",
  saved: "Choose a saved audience or list to see how many people match.",
};

/** Labels of the dialog that edits a saved audience. */
export const editAudienceLabels = {
  title: "Edit audience",
  titleOfList: "Rename list",
  name: "Name",
  nameMissing: "Enter a name.",
  nameTaken: "Another audience has this name.",
  follows:
    "From now on, drafts and scheduled blasts that use this audience go to everyone who matches it.",
  listStays: "The recipients of a list stay the same.",
  communities: "Communities",
  communityMissing: "Choose at least one community.",
  unchanged: "There are no changes to save",
  changed: "Someone else changed this audience.",
  changedText: "Keep your version, or load theirs. The other one is lost.",
  keepMine: "Keep mine",
  loadTheirs: "Load theirs",
  save: "Save changes",
  saved: "Audience saved.",
};

/** Labels for the company's templates. */
export const templateLabels = {
  title: "Templates",
  start: "Start from a template",
  keep: "Save as template",
  manage: "Manage templates",
  create: "New template",
  edit: "Edit template",
  save: "Save template",
  saved: "Template saved.",
  deleted: "Template deleted.",
  name: "Name",
  body: "Text",
  fields: (fields: string) =>
    `Filled in for each person: ${fields}. The text after “|” is used if a value is unknown.`,
  none: "No templates yet. Save the text of a blast as a template, or write one here.",
  textMissing: "Write the text first",
  replaced: (name: string) => `Replaced with “${name}”.`,
  replacedText: "Undo brings back your earlier text.",
};

export const labels = {
  loadingTheTextBlast: "Loading the text blast",
  allTextBlasts: "All text blasts",
  couldntLoadTextBlast: "Couldn't load the text blast",
  of: "of",
  sent: "sent",
  sent2: "Sent",
  notSentYet: "Not sent yet",
  replied: (timeLabel: string) => `Replied ${timeLabel}`,
  agreed: "Agreed",
  optedOut: "Opted out",
  person: "Person",
  community: "Community",
  status: "Status",
  conversation: "Conversation",
  conversationWith: (residentName: string) => `Conversation with ${residentName}`,
  noOneWaits: "No one waits",
  closeListReviewBlastAgain: "Close the list and review the blast again.",
  noOneLeftOutReason: "No one is left out for this reason",
  chooseAnotherReasonViewEveryone: "Choose another reason, or view everyone who will get the text.",
  noOneHereRightNow: "No one here right now",
  chooseAnotherTotalViewEveryone: "Choose another total, or view everyone who will get it.",
  noOneGetsText: "No one gets this text",
  everyoneWhoChosenLeftOut: "Everyone who was chosen is left out.",
  recipients: "Recipients",
} as const;
