// Copy of exporting a file and of its download link.

export const exportLabels = {
  exporting: "Exporting…",
  preparing: "Preparing the file…",
  linkHint: (minutes: number) => `The link works once, within ${minutes} min.`,
  download: "Download",
  downloadStarted: "Download started.",
  linkUsedHint: "Each link works once. Export again for another copy.",
  linkExpired: "The link expired.",
  linkExpiredHint: "Export again for a new one.",
  exportAgain: "Export again",
  exportFailed: "Export failed.",
  tryAgain: "Try again",
  dismiss: "Dismiss notice",
} as const;
