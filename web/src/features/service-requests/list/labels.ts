// Labels of the list of service requests.

import type { ListOrder, ListUrlState } from "./url-state";

export const labels = {
  title: "Service requests",
  views: "Views",
  states: "Requests by status",
  filters: "Filters",
  countsFailed: "Couldn't load the numbers by status.",
  tryAgain: "Try again",
  newRequest: "New request",
  search: "Find a request",
  searchHint: "Number, unit or keyword",
  community: "Community",
  anyCommunity: "All communities",
  kind: "Kind",
  priority: "Priority",
  assignee: "Assignee",
  anyAssignee: "Any assignee",
  assignedToMe: "Assigned to me",
  order: "Order",
  clear: "Clear filters",
  saveView: "Save view",
  saveViewText: "It keeps the filters and stays on this computer.",
  viewName: "Name",
  viewNameMissing: "Enter a name.",
  deleteView: "Delete view",
  viewSaved: (name: string) => `View “${name}” saved.`,
  viewDeleted: (name: string) => `View “${name}” deleted.`,
  export: "Export CSV",
  exporting: "Download the requests in this view as a spreadsheet.",
  unassigned: "Unassigned",
  onHoldUntil: (day: string) => `On hold until ${day}`,
  commonArea: "Common area",
  overdue: (count: number) => `${count.toLocaleString()} overdue`,
  dueSoon: (count: number) => `${count.toLocaleString()} due soon`,
  onTime: "On time",
  photoCount: (count: number) => (count === 1 ? "1 photo" : `${count} photos`),
  request: "Request",
  status: "Status",
  due: "Due",
  opened: "Opened",
  allOpen: "All open",
  anyStatus: "Any status",
  overdue2: "Overdue",
  estimatesToApprove: "Estimates to approve",
  allRequests: "All requests",
};

export const orderLabels: Record<ListOrder, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  due: "Due soonest first",
};

export function exportedLabel(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? "request is" : "requests are"} in the file.`;
}

/** Whether filters are set beyond those of a built-in view. */
export function isNarrowed({ query, kind, priority, community, assignee }: ListUrlState): boolean {
  return [query, kind, priority, community, assignee].some((one) => one !== "");
}

/** Empty state of the list: why it is empty, and what to do. */
export function emptyTexts(urlState: ListUrlState): { title: string; text: string } {
  if (isNarrowed(urlState)) {
    return { title: "No requests match", text: "Change the filters or clear them." };
  }
  if (urlState.overdue)
    return { title: "Nothing is overdue", text: "Every open request is on time." };
  if (urlState.estimate) {
    return { title: "No estimates to approve", text: "New estimates appear here." };
  }
  return {
    title: "No requests here",
    text: "Requests that residents text or that you create appear here.",
  };
}
