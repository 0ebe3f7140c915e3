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
  until: (day: string) => `Until ${day}`,
  photoCount: (count: number) => (count === 1 ? "1 photo" : `${count} photos`),
} as const;

export const orderLabels = {
  newest: "Newest first",
  oldest: "Oldest first",
  due: "Due soonest first",
} as const;
