// The session is a token in local storage, shared by all tabs of the browser. Without it, the
// visitor is signed out.

import { useSyncExternalStore } from "react";
import { localStore, readText, removeKeys, sessionStore, writeText } from "../lib/storage";

const tokenKey = "parlor.token";
const endKey = "parlor.session-end";

/** How the session ended: the user logged out, or the server no longer accepts it. */
export type SessionEnd = "left" | "lost";

/** Prefixes that survive a logout: appearance, and why the session ended. */
const persistentKeys = ["parlor.look", "parlor.menu-collapsed", endKey];

type Listener = (token: string | null) => void;
const listeners = new Set<Listener>();

function notifyListeners() {
  const token = readToken();
  for (const listener of [...listeners]) listener(token);
}

/**
 * Removes the user's stored data after a logout, in this tab and, on a storage event, in the
 * others.
 */
function clearSessionStorage() {
  if (readToken() !== null || sessionEnd() !== "left") return;
  removeKeys(sessionStore, (key) => key.startsWith("parlor."));
  removeKeys(
    localStore,
    (key) => key.startsWith("parlor.") && !persistentKeys.some((name) => key.startsWith(name)),
  );
}

// Another tab signed in or out. A null key means that everything was cleared.
window.addEventListener("storage", ({ key, newValue }) => {
  if (key === endKey && newValue === "left" && readToken() === null) {
    // The server refused the token of this tab before it heard that the user logged out in another.
    writeText(localStore, endKey, "left");
  } else if (key !== tokenKey && key !== null) return;
  clearSessionStorage();
  notifyListeners();
});

export function readToken(): string | null {
  return readText(localStore, tokenKey);
}

export function startSession(token: string): void {
  writeText(localStore, endKey, null);
  writeText(localStore, tokenKey, token);
  notifyListeners();
}

export function endSession(end: SessionEnd): void {
  if (readToken() === null) return;
  writeText(localStore, endKey, end);
  writeText(localStore, tokenKey, null);
  clearSessionStorage();
  notifyListeners();
}

/** How the last session ended; null before the first one. */
export function sessionEnd(): SessionEnd | null {
  const end = readText(localStore, endKey);
  return end === "left" || end === "lost" ? end : null;
}

export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToken(): string | null {
  return useSyncExternalStore(onSession, readToken);
}
