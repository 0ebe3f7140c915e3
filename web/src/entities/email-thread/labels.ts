// Copy of email threads and emails.

import {
  EmailKind,
  type EmailMessage,
  EmailStatus,
  type EmailThread,
} from "../../gen/parlor/v1/email_thread_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import type { IconName } from "../../ui";

export const labels = {
  unknownSender: "Unknown sender",
  noSubject: "No subject",
  replyAsHomeowner: "Reply as the homeowner",
  subject: "Subject",
  cancelSending: "Cancel sending",
} as const;

type KindBadge = { label: string; icon: IconName; tone?: "warning" };

const kindBadges: Partial<Record<EmailKind, KindBadge>> = {
  [EmailKind.AUTO_REPLY]: { label: "Automatic reply, not answered", icon: "undo" },
  [EmailKind.BOUNCE]: { label: "Not delivered", icon: "warning", tone: "warning" },
  [EmailKind.BULK]: { label: "Bulk email", icon: "people" },
};

export function kindBadge(kind: EmailKind): KindBadge | undefined {
  return kindBadges[kind];
}

const statuses: Partial<Record<EmailStatus, string>> = {
  [EmailStatus.SCHEDULED]: "Scheduled",
  [EmailStatus.SENDING]: "Sending",
  [EmailStatus.BOUNCED]: "Not delivered",
};

/** Delivery status of a sent email; undefined once it is delivered. */
export function statusLabel(status: EmailStatus): string | undefined {
  return statuses[status];
}

/** The subject, or that there is none. */
export function subjectLabel({ subject }: { subject: string }): string {
  return showDirectionMarks(subject) || labels.noSubject;
}

/** The recipients of an email. */
export function recipientsLabel({ to, cc }: Pick<EmailMessage, "to" | "cc">): string {
  return showDirectionMarks([...to, ...cc].join(", "));
}

export function participantLabel({
  participantName,
  participantAddress,
}: Pick<EmailThread, "participantName" | "participantAddress">): string {
  return showDirectionMarks(participantName || participantAddress) || labels.unknownSender;
}
