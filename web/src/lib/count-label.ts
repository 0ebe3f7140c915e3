import { formatNumber } from "./format-number";

/** "1 account", "1,204 accounts". */
export function countLabel(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
