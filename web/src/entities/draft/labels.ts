// The copy of drafts, shared by the writing assistant and the assistants.

import { DetailKind, DraftFailure, DraftTemplateReason } from "../../gen/parlor/v1/draft_pb";

export const labels = {
  draft: "Draft",
  draftText: "Draft text",
  evidence: "Facts and versions",
  version: (number: number) => `Version ${number}`,
  writingVersion: (number: number) => `Writing version ${number}`,
  template: "Draft from a template",
  writing: "Writing",
  wordCount: (count: number) => `${count} words so far`,
  stop: "Stop",
  continue: "Continue writing",
  stopped: "You stopped this draft",
  stoppedText: "Everything written so far is kept.",
  edit: "Edit",
  save: "Save",
  cancel: "Cancel",
  copy: "Copy",
  copied: "Text copied",
  copyFailed: "Couldn't copy. Select the text and copy it.",
  downloadHtml: "Download HTML",
  html: "HTML",
  noText: "There is no text yet",
  delete: "Delete draft",
  deleted: "Draft deleted",
  saved: "Saved",
  nothingSent: "Nothing is sent until you review it.",
  savedWhileWriting: "Saved as it is written. You can close this page and come back.",
  detailsTitle: (count: number) =>
    count === 1 ? "1 detail to check" : `${count} details to check`,
  detailsText: "These are not in your notes or in the facts. Confirm them or edit the text.",
  confirm: "Confirm",
  facts: "Community facts",
  noFacts: "No fact of the community matches your notes.",
  used: "Used",
  insert: "Insert",
  versions: "Versions",
  writtenVersion: "Written",
  editedVersion: "Edited by you",
  viewedVersion: (number: number) => `You're viewing version ${number}.`,
  backToCurrent: "Back to the current version",
  feedback: "Is this draft right?",
  yes: "Yes",
  no: "No",
  email: "Email",
  textBlast: "Text blast",
  sendAs: "Send as",
  checkFirst: "Check the details before you send.",
  blastCreated: "Text blast created as a draft",
};

export const detailLabels: Record<DetailKind, string> = {
  [DetailKind.UNSPECIFIED]: "Detail",
  [DetailKind.NAME]: "Name",
  [DetailKind.AMOUNT]: "Amount",
  [DetailKind.DATE]: "Date",
  [DetailKind.PHONE]: "Phone number",
  [DetailKind.LINK]: "Link",
};

export const failureLabels: Record<DraftFailure, string> = {
  [DraftFailure.UNSPECIFIED]: "",
  [DraftFailure.MODEL_UNREACHABLE]: "The language model couldn't be reached. Try again.",
  [DraftFailure.MODEL_TIMED_OUT]: "The language model took too long. Try again.",
  [DraftFailure.MODEL_REFUSED]: "The language model rejected the request. Contact Parlor support.",
  [DraftFailure.MODEL_BUSY]: "The language model is busy. Try again in a minute.",
  [DraftFailure.OUTPUT_UNREADABLE]: "Part of the text couldn't be read. Continue writing.",
  [DraftFailure.OUTPUT_INTERRUPTED]: "Writing was interrupted. Continue where it stopped.",
  [DraftFailure.OUTPUT_TOO_LONG]: "The text reached its length limit. Continue or edit it.",
};

export const templateReasonLabels: Record<DraftTemplateReason, string> = {
  [DraftTemplateReason.UNSPECIFIED]: "",
  [DraftTemplateReason.NO_MODEL]: "No language model is set up.",
  [DraftTemplateReason.ALLOWANCE_USED]: "Your company used its allowance for this month.",
};
