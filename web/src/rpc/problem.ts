// The one translator of errors.

import { Code, ConnectError } from "@connectrpc/connect";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  RequestInfoSchema,
  RetryInfoSchema,
} from "../gen/google/rpc/error_details_pb";
import type { Problem } from "../lib/problem";

export type { Problem } from "../lib/problem";

type Words = { title: string; text: string };

const byReason: Record<string, Words> = {
  WRONG_CREDENTIALS: {
    title: "That did not work.",
    text: "The e-mail address or the password is not right.",
  },
  TOO_MANY_ATTEMPTS: {
    title: "Too many attempts.",
    text: "Wait a little, then try again.",
  },
  LINK_EXPIRED: {
    title: "This link works no longer.",
    text: "It was used, or it is too old. Ask for another one.",
  },
  ALREADY_REVIEWED: {
    title: "It is done already.",
    text: "A colleague answered or dismissed this question.",
  },
  CLAIMED_BY_ANOTHER: {
    title: "A colleague is at it.",
    text: "Somebody else claimed this question.",
  },
  NOT_CLAIMED: { title: "It is not yours.", text: "Nobody, or somebody else, has claimed it." },
  UNDO_TOO_LATE: {
    title: "It is too late to undo.",
    text: "The ten seconds are over; the text may have left.",
  },
  NOTHING_TO_UNDO: { title: "There is nothing to undo.", text: "It stands as it was." },
  EMAIL_NOT_SET_UP: {
    title: "E-mail is not set up.",
    text: "Your company has no e-mail yet. Notify the homeowner by text.",
  },
  NO_COMPANY: {
    title: "No company associated with this community",
    text: "An administrator can add it to a company.",
  },
};

const byCode: Partial<Record<Code, Words>> = {
  [Code.Unavailable]: {
    title: "The server cannot be reached.",
    text: "Your connection or the server is down. What you wrote is kept on this computer.",
  },
  [Code.DeadlineExceeded]: {
    title: "The server took too long.",
    text: "What you wrote is kept on this computer.",
  },
  [Code.ResourceExhausted]: {
    title: "That was a little fast.",
    text: "Wait a moment, then try again.",
  },
  [Code.NotFound]: { title: "It is not here.", text: "It was removed, or it is not yours to see." },
  [Code.Unauthenticated]: { title: "Please login again", text: "Your session is over." },
  [Code.PermissionDenied]: { title: "Please login again", text: "Your role has changed." },
  [Code.InvalidArgument]: { title: "Something is not filled in right.", text: "" },
  [Code.FailedPrecondition]: { title: "That is not possible now.", text: "" },
  [Code.AlreadyExists]: { title: "It exists already.", text: "" },
  [Code.Aborted]: { title: "Somebody was quicker.", text: "Look at what is there now." },
  [Code.Unimplemented]: { title: "This server is older.", text: "It does not know this yet." },
};

const unknown: Words = {
  title: "Something went wrong.",
  text: "It is not your doing. Try again; if it stays, tell us the request id.",
};

const retryable = new Set([
  Code.Unavailable,
  Code.DeadlineExceeded,
  Code.ResourceExhausted,
  Code.Internal,
  Code.Unknown,
  Code.Aborted,
]);

/** Codes whose message the server wrote for people. */
const spoken = new Set([
  Code.InvalidArgument,
  Code.FailedPrecondition,
  Code.AlreadyExists,
  Code.ResourceExhausted,
]);

/** fetch fails without a code: the browser did not get through at all. */
function codeOf(error: ConnectError): Code {
  if (error.code === Code.Unknown && error.cause instanceof TypeError) return Code.Unavailable;
  return error.code;
}

export function toProblem(error: unknown): Problem {
  const known = ConnectError.from(error);
  const code = codeOf(known);
  const reason = known.findDetails(ErrorInfoSchema)[0]?.reason;
  const requestId =
    known.findDetails(RequestInfoSchema)[0]?.requestId || known.metadata.get("x-request-id");
  const wait = known.findDetails(RetryInfoSchema)[0]?.retryDelay;
  const fields = Object.fromEntries(
    known
      .findDetails(BadRequestSchema)
      .flatMap((request) => request.fieldViolations)
      .map((violation) => [violation.field, violation.description]),
  );

  const words = (reason ? byReason[reason] : undefined) ?? byCode[code] ?? unknown;
  const told = spoken.has(code) && !(reason && byReason[reason]) ? known.rawMessage : "";
  return {
    title: words.title,
    text: told || words.text || Object.values(fields).join(" "),
    ...(reason ? { reason } : {}),
    ...(requestId ? { requestId } : {}),
    fields,
    retryable: retryable.has(code),
    ...(wait ? { retryAfter: Math.ceil(Number(wait.seconds) + wait.nanos / 1e9) } : {}),
  };
}
