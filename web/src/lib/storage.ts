// The browser's storage, for whom it may be missing, full or forbidden.

export function readText(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

export function writeText(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // What cannot be kept costs a convenience, never the work at hand.
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

export function writeJson(storage: () => Storage, key: string, value: unknown): void {
  writeText(storage, key, value === undefined ? null : JSON.stringify(value));
}

/** Removes what is kept under these names. */
export function removeKeys(storage: () => Storage, matches: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(storage())) if (matches(key)) storage().removeItem(key);
  } catch {
    // Storage that cannot be read holds nothing.
  }
}

/** Kept for the next visit. */
export const localStore = () => localStorage;
/** Kept as long as the tab. */
export const sessionStore = () => sessionStorage;
