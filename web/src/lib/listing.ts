import type { Problem } from "./problem";

/** A list that loads page by page. */
export type Listing<Row> = {
  /** All rows loaded so far. Unset while the first page loads. */
  rows: readonly Row[] | undefined;
  problem: Problem | undefined;
  onRetry: () => void;
  /** The list is loading or reloading. */
  pending: boolean;
  /** Loads the next page. Unset at the end of the list. */
  more: { pending: boolean; onMore: () => void } | undefined;
};
