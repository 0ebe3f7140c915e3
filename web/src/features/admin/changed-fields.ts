/** The fields that differ: what a colleague changed meanwhile stays as it is. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof T]);
  return Object.fromEntries(Object.entries(after).filter(differs)) as Partial<T>;
}
