// The company's rules for a blast: the limit of recipients, and approval.

import { Icon } from "../../../ui";
import { sendLabels as labels } from "./labels";
import type { SendOptions } from "./send-options";
import type { StartReview } from "./use-start-review";

/**
 * Whether sending would exceed the company's limit of recipients, which depends on the start.
 * Emergencies have no limit.
 */
export function isOverLimit({ review, startsAtLocal }: StartReview, options: SendOptions): boolean {
  const { remainingRecipients, recipientCount } = review;
  const isReviewed = options.later
    ? startsAtLocal !== "" && startsAtLocal === options.startsAt
    : startsAtLocal === "";
  if (options.isEmergency || !isReviewed) return false;
  return remainingRecipients !== undefined && remainingRecipients < recipientCount;
}

export function LimitNotice({ review, startsAtLocal }: StartReview) {
  const { remainingRecipients = 0, recipientCount } = review;
  const hours = startsAtLocal ? labels.hoursOfStart : labels.theseHours;
  return (
    <div className="notice notice--danger" role="alert">
      <Icon name="danger" />
      <p className="row__grow">
        <span className="strong">{labels.overLimit}</span>{" "}
        {labels.overLimitHint(remainingRecipients, recipientCount, hours)}
      </p>
    </div>
  );
}

export function ApprovalHint() {
  return (
    <div className="notice">
      <Icon name="people" />
      <p className="row__grow">
        <span className="strong">{labels.needsApproval}</span> {labels.needsApprovalHint}
      </p>
    </div>
  );
}
