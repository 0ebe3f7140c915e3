/**
 * Returns what to remove and add so that the assigned communities become `after`. They are removed
 * first and added last, so that every community behind the first one that moved is added again.
 */
export function toAssignmentChange(before: readonly string[], after: readonly string[]) {
  let position = 0;
  let unchanged = 0;
  for (const id of after) {
    const found = before.indexOf(id, position);
    if (found < 0) break;
    position = found + 1;
    unchanged += 1;
  }
  const kept = new Set(after.slice(0, unchanged));
  return {
    removeCommunities: before.filter((id) => !kept.has(id)),
    addCommunities: after.slice(unchanged),
  };
}
