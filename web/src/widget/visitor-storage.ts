// What the visitor's browser stores of a chat. If the browser blocks storage, it is kept in memory
// until the page is closed.

import { localStore, readJson, readText, sessionStore, writeJson, writeText } from "../lib/storage";
import type { ChatSigner } from "./signed-visitor";
import type { OutgoingMessage } from "./state";

export type VisitorStorage = {
  /** Key of the token in the browser's storage, for events of other tabs. */
  tokenKey: string;
  /** Token of the visitor's chat. Empty before there is one. */
  readToken(): string;
  writeToken(token: string): void;
  /** Who was signed in on the website in the chat of the token. Undefined if no one was. */
  readSigner(): ChatSigner | undefined;
  writeSigner(signer: ChatSigner): void;
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
  const signerKey = `${tokenKey}.signer`;
  const unsentKey = `${tokenKey}.unsent`;
  const expandedKey = `${tokenKey}.expanded`;
  let token = "";
  let signer: (ChatSigner & { token: string }) | undefined;
  const readToken = () => {
    const kept = readText(localStore, tokenKey) ?? token;
    return /^[0-9a-f]{64}$/.test(kept) ? kept : "";
  };
  return {
    tokenKey,
    readToken,
    writeToken: (given) => {
      token = given;
      writeText(localStore, tokenKey, given || null);
      if (!given) writeJson(localStore, signerKey, undefined);
    },
    readSigner: () => {
      const kept = readJson<typeof signer>(localStore, signerKey) ?? signer;
      return kept?.token === readToken() ? kept : undefined;
    },
    writeSigner: (given) => {
      signer = { ...given, token: readToken() };
      writeJson(localStore, signerKey, signer);
    },
    readUnsent: () => readJson<Unsent>(sessionStore, unsentKey) ?? { draft: "", outgoing: [] },
    writeUnsent: ({ draft, outgoing }) => {
      const write = (kept: Unsent["outgoing"]) => {
        const isEmpty = draft === "" && kept.length === 0;
        return writeJson(sessionStore, unsentKey, isEmpty ? undefined : { draft, outgoing: kept });
      };
      // Photos can be too large to be kept. The rest must not be lost with them.
      if (!write(outgoing)) write(outgoing.filter(({ photos }) => !photos));
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
