// Remembers the path that a visitor requested until they have signed in. The path came from the
// address bar, so only routes of the app are accepted.

import { screenRule, screens } from "../entities/session/screen-access";
import type { Screen } from "../gen/parlor/options/v1/screen_pb";
import { readText, sessionStore, writeText } from "../lib/storage";

const key = "parlor.return";
const invalidOrigin = "https://parlor.invalid";

/** Screens that a login can return to, by path. */
const privatePaths = new Map<string, Screen>(
  screens
    .filter((screen) => !screenRule(screen).public)
    .flatMap((screen) => {
      const rule = screenRule(screen);
      return [rule.path, ...rule.morePaths].map((path) => [path, screen] as const);
    }),
);

/** Returns the screen of one of the app's paths; undefined for any other text. */
export function toScreen(path: string): Screen | undefined {
  // A single leading slash, and no backslashes or invisible characters.
  if (!/^\/(?![/\\])[^\\\p{Cc}\p{Cf}]*$/u.test(path)) return undefined;
  let url: URL;
  try {
    url = new URL(path, invalidOrigin);
  } catch {
    return undefined;
  }
  return url.origin === invalidOrigin ? privatePaths.get(url.pathname) : undefined;
}

export function rememberPath(path: string): void {
  if (toScreen(path) !== undefined) writeText(sessionStore, key, path);
}

export function rememberedPath(): string | undefined {
  const path = readText(sessionStore, key);
  return path !== null && toScreen(path) !== undefined ? path : undefined;
}

export function forgetPath(): void {
  writeText(sessionStore, key, null);
}
