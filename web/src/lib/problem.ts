/** An error, described for staff. */
export type Problem = {
  /** What failed, as a short sentence without a period. */
  title: string;
  /** The cause, and what to do. */
  text: string;
  /** Machine-readable reason from ErrorInfo. */
  reason?: string;
  requestId?: string;
  /** Errors by field name. */
  fields: Record<string, string>;
  /** Whether the same call may succeed later. */
  retryable: boolean;
  /** Seconds after which to try again, if the server said so. */
  retryAfter?: number;
};
