/** Formats a count. From 1,000 it is "999+". */
export function formatCount(count: number): string {
  return count >= 1000 ? "999+" : String(count);
}

/** "1 account", "1,204 accounts". */
export function countLabel(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
