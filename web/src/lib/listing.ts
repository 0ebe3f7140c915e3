import type { Problem } from "./problem";

/** A list that is read page by page, as what shows it needs it. */
export type Listing<Row> = {
  /** All that was read so far; unset while the first page is on its way. */
  rows: readonly Row[] | undefined;
  problem: Problem | undefined;
  onRetry: () => void;
  /** It is being read, for the first time or again. */
  pending: boolean;
  /** There is more. */
  more: { pending: boolean; onMore: () => void } | undefined;
};
