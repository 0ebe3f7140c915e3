// Labels of letters to homeowner accounts.

import { labels as draftLabels } from "../labels";

export const labels = {
  title: draftLabels.letters,
  fields:
    "Fields in braces are filled in: {name}, {unit}, {building}, {account}, {balance}, {community}, {date}.",
  search: "Find accounts",
  choose: "Accounts",
  none: "No account matches.",
  chosen: (count: number) => `${count} selected (up to 100)`,
  full: "Uncheck an account to select another one.",
  chooseFirst: "Choose an account first",
  chooseShown: "Select all shown",
  chooseNone: "Clear selection",
  account: ({ name, unit, number }: { name: string; unit: string; number: string }) =>
    [unit, name || number].filter(Boolean).join(" · "),
  preview: "Preview",
  back: "Back to accounts",
  recipient: "Letter to",
  problems: (count: number) =>
    count === 1 ? "1 letter can't be filled in." : `${count} letters can't be filled in.`,
  download: "Word document",
  print: "Print or PDF",
  mailbox: "Send from",
  send: (count: number) => {
    if (count === 0) return "Nothing left to send";
    return count === 1 ? "Send 1 email" : `Send ${count} emails`;
  },
  noneToSend: (sent: number) =>
    sent > 0 ? "All of these emails were sent" : "None of these accounts has an email address",
  sending: (done: number, count: number) => `Sending ${done} of ${count}`,
  withoutEmail: (count: number) =>
    count === 1 ? "1 account has no email address." : `${count} accounts have no email address.`,
  scheduled: (count: number) =>
    count === 1 ? "1 email is on its way." : `${count} emails are on their way.`,
  failed: (count: number) =>
    count === 1 ? "1 email wasn't sent." : `${count} emails weren't sent.`,
  failedText: "Click Send again to retry only these.",
  noMailbox: "This community has no mailbox.",
};
