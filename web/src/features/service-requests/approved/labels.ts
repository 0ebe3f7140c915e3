// Labels of the screen of approved requests.

import { sharedLabels } from "../labels";
import type { WorkView } from "./url-state";

export const labels = {
  title: "Approved service requests",
  statusAndDue: "Status and due date",
  vendorAndEstimate: "Vendor and estimate",
  noVendor: "No vendor",
  nextStep: "Next step",
  assignToMe: "Assign to me",
  assigned: (number: string) => `${number} is assigned to you.`,
  moreActions: (number: string) => `More actions on ${number}`,
} as const;

export const viewLabels: Record<WorkView, string> = {
  all: "All work",
  overdue: "Overdue",
  estimates: sharedLabels.estimatesToApprove,
  hold: "On hold",
};

export const emptyTexts: Record<WorkView, { title: string; text: string }> = {
  all: { title: "No open work", text: "Requests appear here once they are approved." },
  overdue: {
    title: sharedLabels.nothingOverdue,
    text: "Work whose due date has passed appears here.",
  },
  estimates: {
    title: sharedLabels.noEstimates,
    text: "Estimates wait here for an administrator before work starts.",
  },
  hold: { title: "Nothing is on hold", text: "Work that waits for a date appears here." },
};

export const filteredText = {
  title: "No matching requests",
  text: "No request matches these filters.",
};

export const nextLabels = {
  start: "Start work",
  resume: "Resume work",
  complete: "Complete",
  decide: "Review estimate",
  change: "Change estimate",
  waiting: "Waiting for an administrator",
};

export const estimateLabels = {
  toApprove: "To approve",
  approved: "Approved",
  declined: "Declined",
} as const;

export const estimateTexts = {
  title: (number: string) => `Estimate for ${number}`,
  estimate: "Estimate",
  approve: "Approve estimate",
  decline: "Decline estimate",
  approved: (number: string) => `Estimate for ${number} is approved.`,
  declined: (number: string) => `Estimate for ${number} is declined.`,
};
