// Copy of the dialog that saves a list of recipients.

import { countLabel } from "../../../lib/count-label";
import { formatNumber } from "../../../lib/format-number";

export const labels = {
  title: "New list",
  community: "Community",
  communityHint: "Texts are sent from this community's number.",
  source: "Recipients from",
  paste: "Paste numbers",
  upload: "Upload a file",
  numbers: "Phone numbers",
  numbersHint: "One per line, or separated by commas.",
  fileTooLarge: (name: string, megabytes: number) =>
    `${name} is larger than ${megabytes} MB. Choose a smaller file.`,
  fileUnreadable: (name: string) => `Couldn't read ${name}. Choose it again.`,
  columns: "Columns",
  noColumn: "Not in the file",
  unnamedColumn: (position: number) => `Column ${position}`,
  phoneColumnMissing: "Choose the column with the phone numbers.",
  summary: "Recipients found",
  samples: "First recipients",
  downloadRejected: "Download rejected rows",
  consent: "How they agreed to get texts (optional)",
  consentHint:
    "Stored as proof of consent, such as “Signed the form at the annual meeting”. Leave blank if you don't know: people who never texted you are left out.",
  save: "Save list",
  saved: (count: number) => `List saved with ${countLabel(count, "recipient")}.`,
  noRecipients: "Add a phone number first",
  checking: "The phone numbers are being checked",
} as const;

export const columnLabels = {
  phone: "Phone",
  name: "Full name",
  unit: "Unit",
  building: "Building",
};

export const rejectedCsvHeadings = { line: "Line", reason: "Reason", cell: "Number" };

/** Number of recipients in a source, and of skipped rows. */
export function importCountsLabel(counts: {
  acceptedCount: number;
  duplicateCount: number;
  rejectedCount: number;
}): string {
  const { acceptedCount, duplicateCount, rejectedCount } = counts;
  return [
    countLabel(acceptedCount, "recipient", "recipients"),
    duplicateCount > 0 ? countLabel(duplicateCount, "duplicate", "duplicates") : "",
    rejectedCount > 0 ? `${formatNumber(rejectedCount)} rejected` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
