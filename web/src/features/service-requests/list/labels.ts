// Labels of the list of service requests.

import { formatNumber } from "../../../lib/format-number";
import { sharedLabels } from "../labels";
import { isNarrowed, type ListUrlState } from "./url-state";

export const labels = {
  title: "Service requests",
  countsFailed: "Couldn't load the counts.",
  tryAgain: "Try again",
  overdue: (count: number) => `${formatNumber(count)} overdue`,
  dueSoon: (count: number) => `${formatNumber(count)} due soon`,
  onTime: "On time",
  search: "Find a request",
  community: "Community",
  anyCommunity: "All communities",
  anyStatus: "Any status",
  status: "Status",
  kind: "Type",
  priority: "Priority",
  due: "Due",
  opened: "Opened",
  commonArea: "Common area",
  export: "Export CSV",
  exporting: "Download the requests in this view as a spreadsheet.",
};

/** Names of the built-in views, and what users do with their own. */
export const viewLabels = {
  open: "All open",
  mine: "Assigned to me",
  overdue: "Overdue",
  estimates: sharedLabels.estimatesToApprove,
  all: "All requests",
  save: "Save view",
  saveHint: "Saves these filters for you on all your devices.",
  replaces: (name: string) => `Replaces your view “${name}”.`,
  notLoaded: "Couldn't load your views. Try again.",
  name: "Name",
  saved: (name: string) => `View “${name}” saved.`,
  delete: "Delete view",
  deleted: (name: string) => `View “${name}” deleted.`,
} as const;

export function exportedLabel(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? "request is" : "requests are"} in the file.`;
}

/** Empty state of the list: why it is empty, and what to do. */
export function emptyTexts(urlState: ListUrlState): { title: string; text: string } {
  if (isNarrowed(urlState)) {
    return { title: "No requests match", text: "Change the filters or clear them." };
  }
  if (urlState.overdue)
    return { title: sharedLabels.nothingOverdue, text: "Every open request is on time." };
  if (urlState.estimate) {
    return { title: sharedLabels.noEstimates, text: "New estimates appear here." };
  }
  return {
    title: "No requests here",
    text: "Requests that residents text or that you create appear here.",
  };
}
