/** What went wrong, in words that staff can use. */
export type Problem = {
  /** What did not work, as a short sentence without an end. */
  title: string;
  /** Why, and what one may do. */
  text: string;
  /** Machine-readable: ErrorInfo's reason. */
  reason?: string;
  requestId?: string;
  /** By the name of the field: what is wrong with it. */
  fields: Record<string, string>;
  /** The same call may work later. */
  retryable: boolean;
  /** When to try again, in seconds, if the server said so. */
  retryAfter?: number;
};
