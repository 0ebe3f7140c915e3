/** Counts stop at 1,000: that many or more are "999+". */
export function formatCount(count: number): string {
  return count >= 1000 ? "999+" : String(count);
}
