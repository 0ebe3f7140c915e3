// Copy of jobs.

export const labels = {
  jobQueuedAnotherTry: "Job queued for another try.",
  tryAgain: "Try again",
  tryAgain2: (purpose: string) => `Try again: ${purpose}`,
  job: "Job",
  company: "Company",
  platform: "Platform",
  error: "Error",
  attempts: "Attempts",
  failedOn: "Failed on",
  actions: "Actions",
  discard: (purpose: string) => `Discard: ${purpose}`,
  jobDiscarded: "Job discarded.",
  discardThisJob: "Discard this job?",
  wontRunAgain: (purpose: string) =>
    `“${purpose}” won't run again. Any text or email it was sending is marked as not sent.`,
  discardJob: "Discard job",
  retryAll: "Retry all",
  kind: "Kind",
  allJobs: "All jobs",
  allCompanies: "All companies",
  failedJobs: "Failed jobs",
  noFailedJobs: "No failed jobs",
  backgroundJobsKeepFailingAppear: "Background jobs that keep failing appear here.",
} as const;
