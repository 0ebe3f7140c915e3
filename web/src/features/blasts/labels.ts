// Copy of the text blast screen that the list, the composer and the results share.

import { type Timestamp, timestampDate, timestampMs } from "@bufbuild/protobuf/wkt";
import { type Blast, BlastState } from "../../gen/parlor/v1/blast_pb";
import { countLabel } from "../../lib/count-label";
import { formatDateTime } from "../../lib/format-date";
import { formatNumber } from "../../lib/format-number";
import type { Step } from "./url-state";

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

export function peopleLabel(count: number): string {
  return countLabel(count, "person", "people");
}

export function timeLabel(at: Timestamp, now = Date.now()): string {
  return formatDateTime(timestampDate(at), new Date(now));
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
function startLabel(startsAt: Timestamp, now = Date.now()): string {
  return timestampMs(startsAt) > now ? timeLabel(startsAt, now) : "once approved";
}

export const labels = {
  loading: "Loading the text blast",
  loadFailed: "Couldn't load the text blast",
  allBlasts: "All text blasts",
  savedAudience: "Saved audience",
  draftDeleted: "Draft deleted.",
  audienceDeleted: "Audience deleted.",
  progress: "Progress",
  sentOf: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)} sent`,
  sent: "Sent",
} as const;
