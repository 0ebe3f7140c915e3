// Converts errors to problems for display. Nothing else in the app interprets errors.

import { Code, ConnectError } from "@connectrpc/connect";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  RequestInfoSchema,
  RetryInfoSchema,
} from "../gen/google/rpc/error_details_pb";
import type { ErrorReason } from "../gen/parlor/v1/error_reason_pb";
import type { Problem as AnyProblem } from "../lib/problem";

/** A reason as the server sends it: the name of an enum value without its prefix. */
export type Reason = Exclude<keyof typeof ErrorReason, "UNSPECIFIED">;

export type Problem = AnyProblem & { reason?: Reason };

type ProblemText = { title: string; text: string };

const byReason: Partial<Record<Reason, ProblemText>> = {
  WRONG_CREDENTIALS: {
    title: "That didn't work.",
    text: "The email address or password is incorrect.",
  },
  TOO_MANY_ATTEMPTS: {
    title: "Too many attempts.",
    text: "Wait a moment and try again.",
  },
  LINK_EXPIRED: {
    title: "This link has expired.",
    text: "It was already used or is too old. Request a new one.",
  },
  ALREADY_REVIEWED: {
    title: "This is already done.",
    text: "A colleague answered or dismissed this question.",
  },
  CLAIMED_BY_ANOTHER: {
    title: "A colleague is working on this.",
    text: "Someone else claimed this question.",
  },
  NOT_CLAIMED: {
    title: "You haven't claimed this.",
    text: "It's unclaimed, or someone else has it.",
  },
  UNDO_TOO_LATE: {
    title: "It's too late to undo.",
    text: "The 10 seconds are over; the text may have been sent.",
  },
  BLAST_STARTED: {
    title: "It's too late to undo.",
    text: "Sending has started. You can still pause or cancel it.",
  },
  EMAIL_ALREADY_SENT: {
    title: "This email is already on its way.",
    text: "Reload to see it.",
  },
  CANNED_REPLY_EXISTS: {
    title: "This shortcut is taken.",
    text: "Another canned reply uses it. Choose another shortcut.",
  },
  TOO_MANY_CANNED_REPLIES: {
    title: "Your company has 500 canned replies.",
    text: "Delete one to add another.",
  },
  MACRO_EXISTS: {
    title: "This name is already in use.",
    text: "Another macro uses it. Choose another name.",
  },
  TOO_MANY_MACROS: {
    title: "Your company has 200 macros.",
    text: "Delete one to add another.",
  },
  ROUTING_RULE_EXISTS: {
    title: "This name is already in use.",
    text: "Another routing rule uses it. Choose another name.",
  },
  TOO_MANY_ROUTING_RULES: {
    title: "Your company has 100 routing rules.",
    text: "Delete one to add another.",
  },
  PERSON_HAS_ACCOUNT: {
    title: "A homeowner account has this phone number or address.",
    text: "Edit the account instead.",
  },
  // The server's text says what to do.
  OPT_IN_BY_RESIDENT_ONLY: { title: "Only the resident can undo this.", text: "" },
  ALREADY_OPTED_OUT: { title: "They already opted out.", text: "" },
  MAILBOX_ADDRESS_TAKEN: {
    title: "This address is taken.",
    text: "Another mailbox uses it. Enter another address.",
  },
  BLAST_LIMIT_REACHED: { title: "Over your company's daily limit.", text: "" },
  APPROVAL_BY_SCHEDULER: {
    title: "You can't approve this blast.",
    text: "You scheduled it. Another person must approve it.",
  },
  AUDIENCE_IN_USE: {
    title: "This audience is in use.",
    text: "A draft or a scheduled blast uses it. Change that blast's recipients first.",
  },
  BLAST_TEMPLATE_EXISTS: {
    title: "This name is already in use.",
    text: "Another template uses it. Choose another name.",
  },
  TOO_MANY_BLAST_TEMPLATES: {
    title: "Your company has 200 templates.",
    text: "Delete one to add another.",
  },
  TOO_MANY_SAVED_VIEWS: {
    title: "You have 12 saved views here.",
    text: "Delete one to add another.",
  },
  NOTHING_TO_UNDO: { title: "There's nothing to undo.", text: "Nothing was changed." },
  EMAIL_NOT_SET_UP: {
    title: "Email isn't set up.",
    text: "Your company hasn't set up email. Notify the homeowner by text.",
  },
  // The server's text says what to do.
  PHOTOS_NOT_SUPPORTED: { title: "These photos can't be sent.", text: "" },
  NO_COMPANY: {
    title: "No company associated with this community",
    text: "An administrator can add it to a company.",
  },
};

/** Shown after a session ended. */
export const sessionEnded: ProblemText = {
  title: "Please login again",
  text: "Your session has ended.",
};

const byCode: Partial<Record<Code, ProblemText>> = {
  [Code.Unavailable]: {
    title: "Can't reach the server.",
    text: "Check your connection.",
  },
  [Code.DeadlineExceeded]: {
    title: "The server took too long to respond.",
    text: "Try again.",
  },
  [Code.ResourceExhausted]: {
    title: "Too many requests.",
    text: "Wait a moment and try again.",
  },
  [Code.NotFound]: { title: "Not found.", text: "It was removed, or you don't have access." },
  [Code.Unauthenticated]: sessionEnded,
  [Code.PermissionDenied]: { title: sessionEnded.title, text: "Your role has changed." },
  [Code.InvalidArgument]: { title: "Check the highlighted fields.", text: "" },
  [Code.FailedPrecondition]: { title: "That isn't possible right now.", text: "" },
  [Code.AlreadyExists]: { title: "It already exists.", text: "" },
  [Code.Aborted]: { title: "Someone else just changed this.", text: "Review the latest version." },
  [Code.Unimplemented]: {
    title: "This isn't available yet.",
    text: "Reload the page. If it keeps happening, contact Parlor support.",
  },
};

const unknown: ProblemText = {
  title: "Something went wrong.",
  text: "Try again. If it keeps happening, send us the request ID.",
};

/** Whether the cause is unknown, so that the text asks for the request ID. */
export function isUnexpected({ title }: Problem): boolean {
  return title === unknown.title;
}

const retryable = new Set([
  Code.Unavailable,
  Code.DeadlineExceeded,
  Code.ResourceExhausted,
  Code.Internal,
  Code.Unknown,
  Code.Aborted,
]);

/** Codes whose messages the server writes for users. */
const codesWithUserText = new Set([
  Code.InvalidArgument,
  Code.FailedPrecondition,
  Code.AlreadyExists,
  Code.ResourceExhausted,
]);

/** `fetch` failures have no code: the browser could not reach the server. */
function toCode(error: ConnectError): Code {
  if (error.code === Code.Unknown && error.cause instanceof TypeError) return Code.Unavailable;
  return error.code;
}

export function toProblem(error: unknown): Problem {
  const connectError = ConnectError.from(error);
  const code = toCode(connectError);
  // A newer server may send a reason that this version doesn't know.
  const reason = connectError.findDetails(ErrorInfoSchema)[0]?.reason as Reason | undefined;
  const requestId =
    connectError.findDetails(RequestInfoSchema)[0]?.requestId ||
    connectError.metadata.get("x-request-id");
  const wait = connectError.findDetails(RetryInfoSchema)[0]?.retryDelay;
  const fields = Object.fromEntries(
    connectError
      .findDetails(BadRequestSchema)
      .flatMap((request) => request.fieldViolations)
      .map((violation) => [violation.field, violation.description]),
  );

  const words = (reason ? byReason[reason] : undefined) ?? byCode[code] ?? unknown;
  const serverText =
    codesWithUserText.has(code) && !(reason && byReason[reason]?.text)
      ? connectError.rawMessage
      : "";
  return {
    title: words.title,
    text: serverText || words.text || Object.values(fields).join(" "),
    ...(reason ? { reason } : {}),
    ...(requestId ? { requestId } : {}),
    fields,
    retryable: retryable.has(code),
    ...(wait ? { retryAfter: Math.ceil(Number(wait.seconds) + wait.nanos / 1e9) } : {}),
  };
}

const workKept = "Your work is saved on this computer.";
const photosNotKept = "Your text is saved on this computer, but your photos aren't.";
const noAnswerTitles = [byCode[Code.Unavailable]?.title, byCode[Code.DeadlineExceeded]?.title];

/** The error of a call whose input is stored as a draft on this computer, except attached photos. */
export function toDraftProblem(error: unknown, hasPhotos = false): Problem {
  const problem = toProblem(error);
  if (!noAnswerTitles.includes(problem.title)) return problem;
  return { ...problem, text: `${problem.text} ${hasPhotos ? photosNotKept : workKept}` };
}
