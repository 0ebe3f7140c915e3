// Access to the browser's storage, which can be missing, full or blocked.

export function readText(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Returns whether the value was stored. */
export function writeText(storage: () => Storage, key: string, value: string | null): boolean {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
    return true;
  } catch {
    // Storage is a convenience: failing to write must not interrupt the user's work.
    return false;
  }
}

export function readJson<T>(storage: () => Storage, key: string): T | undefined {
  const text = readText(storage, key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

/** Returns whether the value was stored. */
export function writeJson(storage: () => Storage, key: string, value: unknown): boolean {
  return writeText(storage, key, value === undefined ? null : JSON.stringify(value));
}

/** Removes all entries whose key matches. */
export function removeKeys(storage: () => Storage, matches: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(storage())) if (matches(key)) storage().removeItem(key);
  } catch {
    // Treat storage that can't be read as empty.
  }
}

/** Kept across visits. */
export const localStore = () => localStorage;
/** Kept until the tab is closed. */
export const sessionStore = () => sessionStorage;
