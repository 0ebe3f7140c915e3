// Copy of failed background jobs.

export const labels = {
  kind: "Type",
  allJobs: "All jobs",
  allCompanies: "All companies",
  retryAll: "Retry all",
  jobsQueued: (count: number) =>
    count === 1 ? "1 job queued for another try." : `${count} jobs queued for another try.`,

  job: "Job",
  platform: "Platform",
  error: "Error",
  attempts: "Attempts",
  failedOn: "Failed on",
  retry: "Try again",
  retryJob: (purpose: string) => `Try again: ${purpose}`,
  jobQueued: "Job queued for another try.",

  discardJob: (purpose: string) => `Discard: ${purpose}`,
  discardTitle: "Discard this job?",
  discardEffect: (purpose: string) =>
    `“${purpose}” won't run again. Any text or email it was sending is marked as not sent.`,
  confirmDiscard: "Discard job",
  jobDiscarded: "Job discarded.",

  noFailedJobs: "No failed jobs",
  noFailedJobsHint: "Background jobs that keep failing appear here.",
} as const;
