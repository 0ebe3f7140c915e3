// Labels of the screen of approved requests.

import type { WorkView } from "./url-state";

export const title = "Approved service requests";

export const viewLabels: Record<WorkView, string> = {
  all: "All work",
  overdue: "Overdue",
  estimates: "Estimates to approve",
  hold: "On hold",
};

export const emptyTexts: Record<WorkView, { title: string; text: string }> = {
  all: { title: "No open work", text: "Requests appear here once they are approved." },
  overdue: { title: "Nothing is overdue", text: "Work whose due date has passed appears here." },
  estimates: {
    title: "No estimates to approve",
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
  waits: "Waiting for an administrator",
};

export const estimateTexts = {
  approve: "Approve estimate",
  decline: "Decline estimate",
  noteHint: "Only your team sees this.",
  approved: (number: string) => `Estimate for ${number} is approved.`,
  declined: (number: string) => `Estimate for ${number} is declined.`,
};

export const assigned = (number: string) => `${number} is assigned to you.`;

export const labels = {
  until: (day: string) => `Until ${day}`,
  unassigned: "Unassigned",
  noVendor: "No vendor",
  toApprove: "To approve",
  declined: "Declined",
  approved: "Approved",
  request: "Request",
  statusAndDueDate: "Status and due date",
  assignee: "Assignee",
  vendorAndEstimate: "Vendor and estimate",
  nextStep: "Next step",
  estimateFor: (number: string) => `Estimate for ${number}`,
  estimate: "Estimate",
  noteOptional: "Note (optional)",
  filters: "Filters",
  assignToMe: "Assign to me",
  moreActionsOn: (number: string) => `More actions on ${number}`,
  views: "Views",
  serviceRequests: "Service requests",
  clearFilters: "Clear filters",
} as const;
