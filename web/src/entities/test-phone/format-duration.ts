/** "0.8 s"; what is shorter than a tenth is said in milliseconds. */
export function formatDuration(milliseconds: bigint): string {
  const ms = Number(milliseconds);
  return ms < 100 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}
