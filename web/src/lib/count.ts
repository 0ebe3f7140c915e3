/** Formats a count. From 1,000 it is "999+". */
export function formatCount(count: number): string {
  return count >= 1000 ? "999+" : String(count);
}
