// The session is the token in local storage: there is one, or nobody is signed in.
// Every tab of the browser shares it.

import { useSyncExternalStore } from "react";
import { localStore, readText, removeKeys, sessionStore, writeText } from "../lib/storage";

const tokenKey = "parlor.token";
const endKey = "parlor.session-end";

/** Why nobody is signed in: they logged out, or the server knows the session no more. */
export type SessionEnd = "left" | "lost";

/** Outlasts a logout: how the computer looks, why the session ended, what each person wrote. */
const persistentKeys = ["parlor.look", "parlor.menu-collapsed", endKey, "parlor.draft."];

type Listener = (token: string | null) => void;
const listeners = new Set<Listener>();

function notifyListeners() {
  const token = readToken();
  for (const listener of [...listeners]) listener(token);
}

/** Who logs out leaves nothing that they saw: neither here nor, told by the storage, in other tabs. */
function clearSessionStorage() {
  if (readToken() !== null || sessionEnd() !== "left") return;
  removeKeys(sessionStore, (key) => key.startsWith("parlor."));
  removeKeys(
    localStore,
    (key) => key.startsWith("parlor.") && !persistentKeys.some((name) => key.startsWith(name)),
  );
}

// Another tab signed in or out. A null key means that everything was cleared.
window.addEventListener("storage", (event) => {
  if (event.key !== tokenKey && event.key !== null) return;
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

/** How the last session ended; nothing before the first one. */
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
