/** Returns the fields that differ, so that saving keeps a colleague's changes to other fields. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof T]);
  return Object.fromEntries(Object.entries(after).filter(differs)) as Partial<T>;
}
