// The session is the token in local storage: there is one, or nobody is signed in.
// Every tab of the browser shares it.

import { useSyncExternalStore } from "react";
import { forget, kept, ofTab, readText, writeText } from "../lib/store";

const tokenKey = "parlor.token";
const endKey = "parlor.session-end";

/** Why nobody is signed in: they logged out, or the server knows the session no more. */
export type End = "left" | "lost";

/** Outlasts a logout: how the computer looks, why the session ended, what each person wrote. */
const stays = ["parlor.look", "parlor.menu-collapsed", endKey, "parlor.draft."];

type Listener = (token: string | null) => void;
const listeners = new Set<Listener>();

function tell() {
  const token = readToken();
  for (const listener of [...listeners]) listener(token);
}

/** Who logs out leaves nothing that they saw: neither here nor, told by the storage, in other tabs. */
function forgetWhatWasSeen() {
  if (readToken() !== null || sessionEnd() !== "left") return;
  forget(ofTab, (key) => key.startsWith("parlor."));
  forget(kept, (key) => key.startsWith("parlor.") && !stays.some((name) => key.startsWith(name)));
}

// Another tab signed in or out. A null key means that everything was cleared.
window.addEventListener("storage", (event) => {
  if (event.key !== tokenKey && event.key !== null) return;
  forgetWhatWasSeen();
  tell();
});

export function readToken(): string | null {
  return readText(kept, tokenKey);
}

export function startSession(token: string): void {
  writeText(kept, endKey, null);
  writeText(kept, tokenKey, token);
  tell();
}

export function endSession(end: End): void {
  if (readToken() === null) return;
  writeText(kept, endKey, end);
  writeText(kept, tokenKey, null);
  forgetWhatWasSeen();
  tell();
}

/** How the last session ended; nothing before the first one. */
export function sessionEnd(): End | null {
  const end = readText(kept, endKey);
  return end === "left" || end === "lost" ? end : null;
}

export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToken(): string | null {
  return useSyncExternalStore(onSession, readToken);
}
