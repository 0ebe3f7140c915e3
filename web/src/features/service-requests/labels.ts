// Copy of service requests.

export const labels = {
  numberUnitOrKeyword: "Number, unit or keyword",
  assignee: "Assignee",
  anyAssignee: "Any assignee",
  vendor: "Vendor",
  anyVendor: "Any vendor",
  list: "List",
  board: "Board",
  pending: "Pending",
  approved: "Approved",
  serviceRequests: "Service requests",
} as const;
