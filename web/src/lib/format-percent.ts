/** Formats a share of 1: "91%". */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
