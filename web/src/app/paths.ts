// The path that a visitor asked for, kept until they are signed in. It came from
// the address bar, so it is only ever one of our own routes.

import type { Screen } from "../gen/parlor/options/v1/screen_pb";
import { ofTab, readText, writeText } from "../lib/store";
import { ruleOf } from "../rpc/access";
import { built } from "./screens";

const key = "parlor.return";
const nowhere = "https://parlor.invalid";

/** Paths that one may return to, by path. */
const own = new Map<string, Screen>(
  built
    .filter((screen) => !ruleOf(screen).public)
    .flatMap((screen) => {
      const rule = ruleOf(screen);
      return [rule.path, ...rule.morePaths].map((path) => [path, screen] as const);
    }),
);

/** The screen of one of our own paths; nothing for any other text. */
export function screenOfPath(path: string): Screen | undefined {
  // One slash, then no second one, no backslash, nothing that is not seen.
  if (!/^\/(?![/\\])[^\\\p{Cc}\p{Cf}]*$/u.test(path)) return undefined;
  let url: URL;
  try {
    url = new URL(path, nowhere);
  } catch {
    return undefined;
  }
  return url.origin === nowhere ? own.get(url.pathname) : undefined;
}

export function rememberPath(path: string): void {
  if (screenOfPath(path) !== undefined) writeText(ofTab, key, path);
}

export function rememberedPath(): string | undefined {
  const path = readText(ofTab, key);
  return path !== null && screenOfPath(path) !== undefined ? path : undefined;
}

export function forgetPath(): void {
  writeText(ofTab, key, null);
}
