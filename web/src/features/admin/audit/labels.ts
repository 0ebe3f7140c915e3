// Labels of the audit trail.

const actionLabels: Record<string, string> = {
  "answer.catalog_added": "Catalog added",
  "answer.created": "Answer created",
  "answer.deleted": "Answer deleted",
  "answer.imported": "Answers imported",
  "answer.taken_back": "Answer changes undone",
  "answer.updated": "Answer changed",
  "associations.uploaded": "Communities uploaded",
  "catalog.draft_discarded": "Catalog draft discarded",
  "catalog.edit_undone": "Catalog change undone",
  "catalog.edited": "Catalog changed",
  "catalog.imported": "Catalog imported",
  "catalog.published": "Catalogs published",
  "catalog.rolled_back": "Catalogs rolled back",
  "community.changed": "Community changed",
  "community.created": "Community created",
  "community.deleted": "Community deleted",
  "community.request_decided": "Community request reviewed",
  "community.request_withdrawn": "Request withdrawn",
  "community.requested": "Community requested",
  "community.restored": "Community restored",
  "company.created": "Company created",
  "company.customized": "Branding changed",
  "company.entered": "Switched to a company",
  "company.synced": "Software synced",
  "company.updated": "Company changed",
  "credential.replaced": "Credential replaced",
  "credential.stored": "Credential stored",
  "email.configured": "Email set up",
  "escalations.exported": "Escalations exported",
  "grant.ended": "App access removed",
  "grant.given": "App access allowed",
  "homeowner.added": "Homeowner account added",
  "homeowner.changed": "Homeowner account changed",
  "homeowner.imported": "Homeowner accounts imported",
  "homeowner.removed": "Homeowner account removed",
  "job.discarded": "Job discarded",
  "job.replayed": "Job retried",
  "number.carrier": "Number's carrier changed",
  "partner.changed": "Partner changed",
  "partner.issued": "Partner credential issued",
  "partner.revoked": "Partner credential revoked",
  "partner.secret_rotated": "Partner secret replaced",
  "password.changed": "Password changed",
  "password.reset": "Password reset",
  "session.closed": "Signed out",
  "session.opened": "Signed in",
  "session.revoked": "Session ended",
  "signing_key.rotated": "Signing key replaced",
  "token.issued": "Integration token issued",
  "twilio.configured": "Twilio set up",
  "twilio.removed": "Twilio removed",
  "user.created": "User created",
  "user.deactivated": "User deactivated",
  "user.header_image": "Header image changed",
  "user.invited": "User invited",
  "user.reactivated": "User reactivated",
  "user.updated": "User changed",
};

/** Returns the label of an action. For an unknown action it is derived from the id. */
export function actionLabel(action: string): string {
  const words = action.replaceAll(/[._]/g, " ");
  return actionLabels[action] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The known actions, sorted by label. */
export const actions: readonly { value: string; label: string }[] = Object.entries(actionLabels)
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label));

/** Replaces the underscores within names, such as "Harbor_Row", with spaces. */
export function summaryText(summary: string): string {
  return summary.replaceAll(/(?<=[\p{L}\p{N}'’.&-])_(?=[\p{L}\p{N}'’.&-])/gu, " ");
}

/** "customizations.emailHeader": "Email header". */
export function fieldLabel(field: string): string {
  const name = field.split(".").at(-1) ?? field;
  const words = name
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a value of a change; names of the contract, such as "TEXT_BLAST", in words. */
export function valueText(value: string): string {
  return value.replaceAll(/(?<![\w/])[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g, (name) => {
    const words = name.toLowerCase().replaceAll("_", " ");
    return words.charAt(0).toUpperCase() + words.slice(1);
  });
}
