/** Formats a duration, such as "0.8 sec"; in milliseconds below 100. */
export function formatMilliseconds(milliseconds: bigint): string {
  const ms = Number(milliseconds);
  return ms < 100 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} sec`;
}
