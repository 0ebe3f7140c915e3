// The company's rules for a blast: the limit of recipients, and approval.

import type { ReviewBlastResponse } from "../../../gen/parlor/v1/blast_service_pb";
import { Icon } from "../../../ui";
import { sendLabels as labels } from "./labels";
import type { SendOptions } from "./send-options";

/**
 * Whether sending now would exceed the company's limit of recipients. Emergencies have no limit.
 */
export function isOverLimit(review: ReviewBlastResponse, options: SendOptions): boolean {
  const { remainingRecipients, recipientCount } = review;
  if (options.later || options.isEmergency) return false;
  return remainingRecipients !== undefined && remainingRecipients < recipientCount;
}

export function LimitNotice({ review }: { review: ReviewBlastResponse }) {
  const { remainingRecipients = 0, recipientCount } = review;
  return (
    <div className="notice notice--danger" role="alert">
      <Icon name="danger" />
      <p className="row__grow">
        <span className="strong">{labels.overLimit}</span>{" "}
        {labels.overLimitHint(remainingRecipients, recipientCount)}
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
