import { formatNumber } from "./format-number";

/** Formats a count. From 1,000 it is "999+". */
export function formatCount(count: number): string {
  return count >= 1000 ? "999+" : String(count);
}

/** "1 account", "1,204 accounts". */
export function countLabel(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
