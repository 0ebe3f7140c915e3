// Errors of the server by the fields of a form.

type Fields = Readonly<Record<string, string>>;

/** Converts paths to those of the forms: "add.samples[0]" becomes "add.samples.0". */
export function toFormPaths(fields: Fields): Record<string, string> {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([path, words]) => [path.replace(/\[(\d+)\]/g, ".$1"), words]),
  );
}

/**
 * Returns the errors by field, without the message they are in: "add.samples.0" becomes "samples".
 */
export function fieldErrors(fields: Fields): Record<string, string> {
  const last = (path: string) =>
    path
      .split(".")
      .filter((part) => !/^\d+$/.test(part))
      .at(-1) ?? path;
  return Object.fromEntries(Object.entries(fields).map(([path, words]) => [last(path), words]));
}

/** Returns the first error at or below a path. */
export function errorBelow(fields: Fields, path: string): string | undefined {
  return Object.entries(fields).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
}
