// What the visitor's browser keeps of a chat. If it refuses to keep anything, it is kept until the page is left.
import { localStore, readJson, readText, sessionStore, writeJson, writeText } from "../lib/storage";
import type { OutgoingMessage } from "./state";

export type VisitorStorage = {
  /** Key of the token among what the browser keeps, for events of other tabs. */
  tokenKey: string;
  /** Token of the visitor's chat. Empty before there is one. */
  readToken(): string;
  writeToken(token: string): void;
  /** What was not sent yet, in this tab. */
  readUnsent(): Unsent;
  writeUnsent(unsent: Unsent): void;
  /** Whether the chat was open on the previous page, in this tab. */
  readExpanded(): boolean;
  writeExpanded(isExpanded: boolean): void;
};

export type Unsent = { draft: string; outgoing: readonly OutgoingMessage[] };

export function createVisitorStorage(siteKey: string): VisitorStorage {
  const tokenKey = `parlor.webChat.${siteKey}`;
  const unsentKey = `${tokenKey}.unsent`;
  const expandedKey = `${tokenKey}.expanded`;
  let token = "";
  return {
    tokenKey,
    readToken: () => {
      const kept = readText(localStore, tokenKey) ?? token;
      return /^[0-9a-f]{64}$/.test(kept) ? kept : "";
    },
    writeToken: (given) => {
      token = given;
      writeText(localStore, tokenKey, given || null);
    },
    readUnsent: () => readJson<Unsent>(sessionStore, unsentKey) ?? { draft: "", outgoing: [] },
    writeUnsent: (unsent) => {
      const isEmpty = unsent.draft === "" && unsent.outgoing.length === 0;
      writeJson(sessionStore, unsentKey, isEmpty ? undefined : unsent);
    },
    readExpanded: () => readText(sessionStore, expandedKey) === "true",
    writeExpanded: (isExpanded) => writeText(sessionStore, expandedKey, isExpanded ? "true" : null),
  };
}

/** Returns a new random token or idempotency key: 64 hexadecimal digits. */
export function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
