// Copy of the audit trail.

import { AuditAction } from "../../../gen/parlor/v1/audit_service_pb";
import { formatFullDateTime } from "../../../lib/format-date";

const actionLabels: Record<keyof typeof AuditAction, string> = {
  CHATWOOT_CONFIGURED: "Chatwoot connected",
  CHATWOOT_REMOVED: "Chatwoot disconnected",
  SOFTWARE_CONNECTED: "Software connected",
  SOFTWARE_DISCONNECTED: "Software disconnected",
  SOFTWARE_REQUEST_SENT: "Service request sent to software",
  HOMEOWNERS_SYNCED: "Accounts synced",
  UNSPECIFIED: "Other action",
  ANSWERS_IMPORTED: "Answers imported",
  ANSWER_CATALOG_ADDED: "Catalog added",
  ANSWER_CHANGES_UNDONE: "Answer changes undone",
  ANSWER_CREATED: "Answer created",
  ANSWER_DELETED: "Answer deleted",
  ANSWER_RESTORED: "Answer restored",
  ANSWER_UPDATED: "Answer changed",
  ASSOCIATIONS_UPLOADED: "Communities uploaded",
  AUDIENCE_CREATED: "Audience created",
  AUDIENCE_DELETED: "Audience deleted",
  AUDIENCE_UPDATED: "Audience changed",
  BLAST_APPROVAL_REQUESTED: "Blast sent for approval",
  BLAST_APPROVED: "Blast approved",
  BLAST_CANCELED: "Blast canceled",
  BLAST_EXPORTED: "Blast exported",
  BLAST_FINISHED: "Blast finished",
  BLAST_MISSED: "Blast missed",
  BLAST_PAUSED: "Blast paused",
  BLAST_REJECTED: "Blast rejected",
  BLAST_RESUMED: "Blast resumed",
  BLAST_RETRIED: "Blast retried",
  BLAST_SCHEDULED: "Blast scheduled",
  BLAST_STARTED: "Blast started",
  BLAST_TEMPLATE_CREATED: "Blast template created",
  BLAST_TEMPLATE_DELETED: "Blast template deleted",
  BLAST_TEMPLATE_UPDATED: "Blast template changed",
  BLAST_TESTED: "Blast tested",
  BLAST_UNSCHEDULED: "Blast unscheduled",
  CANNED_REPLY_CREATED: "Canned reply created",
  CANNED_REPLY_DELETED: "Canned reply deleted",
  CANNED_REPLY_UPDATED: "Canned reply changed",
  CATALOG_DRAFT_DISCARDED: "Catalog draft discarded",
  CATALOG_EDITED: "Catalog changed",
  CATALOG_EDIT_UNDONE: "Catalog change undone",
  CATALOG_IMPORTED: "Catalog imported",
  CATALOG_PUBLISHED: "Catalogs published",
  CATALOG_ROLLED_BACK: "Catalogs rolled back",
  COMMUNITY_CREATED: "Community created",
  COMMUNITY_DELETED: "Community deleted",
  COMMUNITY_REQUESTED: "Community requested",
  COMMUNITY_REQUEST_DECIDED: "Community request reviewed",
  COMMUNITY_REQUEST_WITHDRAWN: "Request withdrawn",
  COMMUNITY_RESTORED: "Community restored",
  COMMUNITY_TRAINING_UPDATED: "Training turned on or off",
  COMMUNITY_UPDATED: "Community changed",
  COMPANY_CREATED: "Company created",
  COMPANY_CUSTOMIZED: "Branding changed",
  COMPANY_ENTERED: "Switched to a company",
  COMPANY_SYNCED: "Software synced",
  COMPANY_UPDATED: "Company changed",
  CONVERSATION_TAKEN: "Conversation taken over",
  CONVERSATION_PRIORITY_UPDATED: "Conversation priority changed",
  DRAFT_SHARED: "Draft shared with the company",
  DRAFT_UNSHARED: "Draft no longer shared",
  EMAIL_THREAD_PRIORITY_UPDATED: "Email priority changed",
  CREDENTIAL_REPLACED: "Credential replaced",
  CREDENTIAL_STORED: "Credential stored",
  EMAIL_CANCELED: "Email canceled",
  EMAIL_CONFIGURED: "Email set up",
  EMAIL_SCHEDULED: "Email sent",
  EMAIL_THREAD_ASSIGNED: "Email assigned",
  EMAIL_THREAD_STATE_UPDATED: "Email status changed",
  ESCALATIONS_EXPORTED: "Escalations exported",
  GRANT_ENDED: "App access removed",
  GRANT_GIVEN: "App access allowed",
  HOMEOWNERS_IMPORTED: "Homeowner accounts imported",
  HOMEOWNER_CREATED: "Homeowner account added",
  HOMEOWNER_DELETED: "Homeowner account removed",
  HOMEOWNER_UPDATED: "Homeowner account changed",
  INBOX_PERSON_MERGED: "Person merged with an account",
  INBOX_PERSON_UNMERGED: "Person separated from an account",
  JOB_DISCARDED: "Job discarded",
  JOB_REPLAYED: "Job retried",
  MACRO_CREATED: "Macro created",
  MACRO_DELETED: "Macro deleted",
  MACRO_UPDATED: "Macro changed",
  MAILBOX_CREATED: "Mailbox created",
  MAILBOX_DELETED: "Mailbox deleted",
  MAILBOX_UPDATED: "Mailbox changed",
  NUMBER_CARRIER_UPDATED: "Number's carrier changed",
  PARTNER_ISSUED: "Partner credential issued",
  PARTNER_REVOKED: "Partner credential revoked",
  PARTNER_SECRET_ROTATED: "Partner secret replaced",
  PARTNER_UPDATED: "Partner changed",
  PASSWORD_CHANGED: "Password changed",
  PASSWORD_RESET: "Password reset",
  REPORT_EXPORTED: "Report exported",
  REPORT_SETTINGS_UPDATED: "Report assumptions changed",
  REPORT_SUBSCRIPTION_UPDATED: "Report email changed",
  SERVICE_REQUESTS_EXPORTED: "Service requests exported",
  SERVICE_REQUEST_CREATED: "Service request created",
  SERVICE_REQUEST_ESTIMATE_DECIDED: "Estimate decided",
  SERVICE_REQUEST_STATE_UPDATED: "Service request status changed",
  REPLY_TARGETS_UPDATED: "Reply targets changed",
  ROUTING_RULE_CREATED: "Routing rule created",
  ROUTING_RULE_DELETED: "Routing rule deleted",
  ROUTING_RULE_MOVED: "Routing rule moved",
  ROUTING_RULE_UPDATED: "Routing rule changed",
  CONVERSATION_ROUTED: "Conversation assigned by rule",
  EMAIL_THREAD_ROUTED: "Email assigned by rule",
  SESSION_CLOSED: "Logged out",
  SESSION_OPENED: "Logged in",
  SESSION_REVOKED: "Session ended",
  SIGNING_KEY_ROTATED: "Signing key replaced",
  TEXTLINE_CONFIGURED: "Textline set up",
  TEXTLINE_REMOVED: "Textline removed",
  TEXTLINE_WEBHOOK_REPLACED: "Textline webhook URL replaced",
  TOKEN_ISSUED: "Integration token issued",
  TWILIO_CONFIGURED: "Twilio set up",
  TWILIO_REMOVED: "Twilio removed",
  USER_CREATED: "User created",
  USER_DEACTIVATED: "User deactivated",
  USER_HEADER_IMAGE_UPDATED: "Header image changed",
  USER_INVITED: "User invited",
  USER_REACTIVATED: "User reactivated",
  USER_UPDATED: "User changed",
  WEB_CHAT_ASSIGNED: "Web chat assigned",
  WEB_CHAT_KEY_REPLACED: "Web chat key replaced",
  WEB_CHAT_PRIORITY_UPDATED: "Web chat priority changed",
  WEB_CHAT_ROUTED: "Web chat assigned by rule",
  CONSENT_OPT_IN_RECORDED: "Opt-in recorded",
  CONSENT_OPT_OUT_RECORDED: "Opt-out recorded",
  WEB_CHAT_SIGNING_SECRET_DELETED: "Web chat signing secret removed",
  WEB_CHAT_SIGNING_SECRET_REPLACED: "Web chat signing secret created or replaced",
  WEB_CHAT_SITE_UPDATED: "Web chat settings changed",
  WEB_CHAT_STATE_UPDATED: "Web chat status changed",
  WORK_ORDER_ANSWERED: "Work order answered",
  WORK_ORDER_SENT: "Work order sent",
};

type ActionName = keyof typeof AuditAction;

const names = new Map<number, ActionName>(
  Object.entries(AuditAction).map(([name, action]) => [action, name as ActionName]),
);

export function actionLabel(action: AuditAction): string {
  return actionLabels[names.get(action) ?? "UNSPECIFIED"];
}

/** Returns the action that a filter names; an unknown name means all. */
export function toAction(name: string): AuditAction {
  return AuditAction[name as ActionName] ?? AuditAction.UNSPECIFIED;
}

/** The actions by name, sorted by label. */
export const actions: readonly { value: string; label: string }[] = Object.entries(actionLabels)
  .filter(([value]) => value !== "UNSPECIFIED")
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label));

/** Replaces the underscores within names, such as "Harbor_Row", with spaces, and formats times. */
export function summaryText(summary: string): string {
  return summary
    .replaceAll(/(?<=[\p{L}\p{N}'’.&-])_(?=[\p{L}\p{N}'’.&-])/gu, " ")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => formatFullDateTime(new Date(time)));
}

/** "customizations.emailHeader" becomes "Email header". */
export function fieldLabel(field: string): string {
  const name = field.split(".").at(-1) ?? field;
  const words = name
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats a value of a change. Enum names such as "TEXT_BLAST" become words. */
export function valueText(value: string): string {
  return value.replaceAll(/(?<![\w/])[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g, (name) => {
    const words = name.toLowerCase().replaceAll("_", " ");
    return words.charAt(0).toUpperCase() + words.slice(1);
  });
}

export const labels = {
  allActions: "All actions",
  allUsers: "All users",
  clearFilters: "Clear",
  action: "Action",
  details: "Details",
  date: "Date",
  user: "User",
  /** Actor of what the server does on its own. */
  serverActor: "System",
  ipAddress: "IP address",
  changedItemId: "ID of the changed item",
  entryId: "ID of the entry",
  changes: "Changes",
  before: "Before:",
  after: "After:",
  emptied: "Empty",
  changed: "Changed",
  noMatches: "No matching entries",
  noMatchesHint: "No entries match these filters.",
  noEntriesYet: "No entries yet",
  noEntriesHint: "Every change that staff make in this company appears here.",
} as const;
