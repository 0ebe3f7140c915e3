// A visitor who is signed in on the website, whose server signed their email address.
import type { Chat } from "./calls";
import { labels } from "./labels";

export type SignedVisitor = {
  email: string;
  /** Empty if the website gave none. */
  name: string;
  /** When the signature expires, in seconds since 1970. */
  expires: string;
  signature: string;
};

/** Who was signed in on the website while they wrote in a chat. */
export type ChatSigner = {
  /** The signed email address, in lowercase. */
  email: string;
  /** The visitor gave another email address since, so the signature is not used any more. */
  isReplaced: boolean;
};

/** What a visitor proved: an email address in lowercase, and until when it counts. Empty if nothing. */
export type Verification = { verifiedEmail: string; verifiedUntil: string };

const maxEmail = 254;
const maxName = 120;
/** A verification is renewed this long before it ends, in milliseconds. */
const margin = 60_000;

/**
 * Returns the visitor that the website gave; undefined if it gave none, or one that cannot have been
 * signed.
 */
export function parseSignedVisitor(given: unknown): SignedVisitor | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const { email, name, expires, signature } = given as Record<string, unknown>;
  const isSigned = isMatch(expires, /^\d{1,12}$/) && isMatch(signature, /^[0-9a-f]{64}$/);
  if (typeof email !== "string" || email.length > maxEmail || !isSigned) {
    warn(labels.notSigned);
    return undefined;
  }
  return {
    email,
    name: typeof name === "string" ? name.slice(0, maxName) : "",
    expires: String(expires),
    signature: String(signature),
  };
}

function isMatch(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

/** Warns the developers of the website in the console. The chat continues, and visitors see no warning. */
export function warn(why: string): void {
  console.warn(labels.notVerified(why));
}

/** Whether the visitor is verified and will be for a while. */
export function isVerified(
  { verifiedEmail, verifiedUntil }: Verification,
  { email }: SignedVisitor,
  now: number,
): boolean {
  return verifiedEmail === email.toLowerCase() && Date.parse(verifiedUntil) - now > margin;
}

/** Whether the chat is that of another resident, or of one who is no longer signed in on the website. */
export function isAnothers(
  chat: Chat | undefined,
  signer: ChatSigner | undefined,
  visitor: SignedVisitor | undefined,
): boolean {
  const email = visitor?.email.toLowerCase() ?? "";
  if (signer) return signer.email !== email;
  return email !== "" && Boolean(chat?.verifiedEmail) && chat?.verifiedEmail !== email;
}
