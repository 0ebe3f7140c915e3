// Copy of the outbox: the company's emails with their delivery states.

import { statusLabels } from "../../../entities/mail-server/status-labels";
import { MailStatus } from "../../../gen/parlor/v1/mail_service_pb";
import { sharedLabels } from "../labels";

export const outboxLabels = {
  refresh: "Refresh",
  subject: "Subject",
  noSubject: "No subject",
  to: "To",
  created: "Created",
  acceptedByServer: "Accepted by mail server",
  hiddenBody: "This email has a private login link, so its text is hidden.",
  noEmailsYet: "No emails yet",
  noEmailsHint: "Invitations, homeowner notices and test messages appear here.",
} as const;

type State = { label: string; tone?: "success" | "info" | "warning" | "danger" };

const mailStates: Partial<Record<MailStatus, State>> = {
  [MailStatus.QUEUED]: { label: "Queued", tone: "info" },
  [MailStatus.SENDING]: { label: statusLabels.sending, tone: "info" },
  [MailStatus.SENT]: { label: statusLabels.sent, tone: "success" },
  [MailStatus.KEPT]: { label: "Saved, not sent" },
  [MailStatus.FAILED]: { label: "Rejected", tone: "danger" },
  [MailStatus.UNKNOWN]: { label: statusLabels.unknown, tone: "warning" },
  [MailStatus.CANCELED]: { label: "Canceled" },
};

export function mailState(status: MailStatus): State {
  return mailStates[status] ?? { label: sharedLabels.unknown };
}
