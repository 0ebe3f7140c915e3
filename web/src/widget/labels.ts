// Copy of the chat for visitors.
import { formatDateTime, formatLongMonthDay, formatTime } from "../lib/format-date";
import type { Author, FailureKind } from "./calls";

const reasons: Record<FailureKind, string> = {
  unreachable: "Check your connection.",
  failed: "Something went wrong on our side.",
  limited: "Too many attempts. Wait a few minutes, then try again.",
  gone: "This chat is no longer available.",
  invalid: "It contains something that isn't allowed.",
};

const day = 86_400_000;

export const labels = {
  defaultTitle: "Chat with us",
  messages: "Messages",
  close: "Close chat",
  loading: "Loading the chat…",
  notLoaded: "Couldn't load the chat. Check your connection.",
  tryAgain: "Try again",
  gone: reasons.gone,
  disconnected: "Connection lost. Trying again…",

  author: (author: Author, community: string) =>
    ({ VISITOR: "You", BOT: "Automated answer", STAFF: `${community} staff` })[author],
  sentAt: (sentAt: string, now: Date) => formatDateTime(new Date(sentAt), now),
  botWriting: "Writing an answer…",
  staffWriting: (community: string) => `${community} staff is typing…`,
  choices: "Did you mean",
  sending: "Sending…",
  notSent: (kind: FailureKind) => `Not sent. ${reasons[kind]}`,
  edit: "Edit",

  addPhotos: "Add photos",
  addedPhotos: "Photos to send",
  photosToSend: (count: number) => (count === 1 ? "1 photo to send" : `${count} photos to send`),
  addedPhoto: (number: number) => `Photo ${number} to send`,
  removePhoto: (number: number) => `Remove photo ${number}`,
  notAPhoto: "Choose PNG, JPEG or WebP photos.",
  photoTooLarge: "This photo is larger than 8 MB. Choose a smaller one.",
  tooManyPhotos: (most: number) => `You can send ${most} photos at a time.`,
  photo: (from: string, number: number, count: number) =>
    count === 1 ? `Photo from ${from}` : `Photo ${number} of ${count} from ${from}`,
  you: "you",
  staff: (community: string) => `${community} staff`,

  message: "Your message",
  messagePlaceholder: "Write a message",
  send: "Send",
  charactersLeft: (count: number) =>
    count === 1 ? "1 character left" : `${count} characters left`,
  email: "Email",
  name: "Name (optional)",
  emailRequired: "Enter your email address so we can reply.",
  emailInvalid: "Enter an email address, such as name@example.com.",

  closed: "The office is closed.",
  opensAt: (opensAt: string, now: Date) => {
    const at = new Date(opensAt);
    return `The office is closed. It opens ${openingDay(at, now)} at ${formatTime(at)}.`;
  },
  closedForm: "Leave your question and your email address. We'll reply by email if you've left.",
  closedFormWithoutEmail: "Leave your question and your email address. Someone will reply here.",

  willReply: "Someone will reply here.",
  comeBack: "You can leave and come back to this page later.",
  emailOffer: "Leaving? We can email you the reply.",
  saveEmail: "Email me",
  savingEmail: "Saving…",
  emailSaved: (email: string) => `If you leave, we'll email the reply to ${email}.`,
  changeEmail: "Change",
  notSaved: (kind: FailureKind) => `Not saved. ${reasons[kind]}`,

  // For those who build the website, on the console.
  notVerified: (why: string) => `Parlor chat: the visitor isn't verified. ${why}`,
  notSigned:
    "data-email needs data-expires, in seconds since 1970, and data-signature, as 64 lowercase hexadecimal digits.",
};

/** "today", "tomorrow", "Monday", or "January 4" for a day after the coming week. */
function openingDay(at: Date, now: Date): string {
  const midnight = (date: Date) => new Date(date).setHours(0, 0, 0, 0);
  // A day with a clock change is an hour longer or shorter.
  const days = Math.round((midnight(at) - midnight(now)) / day);
  if (days <= 0) return "today";
  if (days === 1) return "tomorrow";
  return days < 7 ? at.toLocaleDateString("en-US", { weekday: "long" }) : formatLongMonthDay(at);
}
