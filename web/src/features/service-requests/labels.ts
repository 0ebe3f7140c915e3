// Copy that several screens of service requests share.

export const sharedLabels = {
  screens: "Service requests",
  list: "List",
  board: "Board",
  pending: "Pending",
  approved: "Approved",
  newRequest: "New request",
  views: "Views",
  filters: "Filters",
  search: "Number, unit or keyword",
  assignee: "Assignee",
  anyAssignee: "Any assignee",
  unassigned: "Unassigned",
  vendor: "Vendor",
  anyVendor: "Any vendor",
  clearFilters: "Clear filters",
  order: "Order",
  request: "Request",
  back: "Back to service requests",
  loadFailed: "Couldn't load this request",
  byStatus: "Requests by status",
  returnToPending: "Return to pending",
  estimatesToApprove: "Estimates to approve",
  noEstimates: "No estimates to approve",
  nothingOverdue: "Nothing is overdue",
  onHoldUntil: (day: string) => `On hold until ${day}`,
  note: "Note (optional)",
  teamOnly: "Only your team sees this.",
  until: (day: string) => `Until ${day}`,
  photoCount: (count: number) => (count === 1 ? "1 photo" : `${count} photos`),
} as const;

export const orderLabels = {
  newest: "Newest first",
  oldest: "Oldest first",
  due: "Due soonest first",
} as const;
