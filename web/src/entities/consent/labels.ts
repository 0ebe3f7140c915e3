// Copy of the consent of phones to receive texts.

import { ConsentSource, ConsentState } from "../../gen/parlor/v1/consent_service_pb";

export const labels = {
  title: "Consent to texts",
  history: "History",
  historyOf: (phone: string) => `History of ${phone}`,
  record: "Record consent",
  recordFor: (phone: string) => `Record consent for ${phone}`,
  on: (date: string) => `on ${date}`,
  recordedBy: (name: string) => `Recorded by ${name}`,
  unknownHint: "Text blasts skip this phone until the resident agrees.",
  residentOnly:
    "Only the resident can undo this. Ask them to text START to the community's number.",
  loadFailed: "Couldn't load consent",
  tryAgain: "Try again",
  none: "Nothing recorded for this phone yet.",
  toldOn: (date: string) => `Told your team on ${date}`,
  hiddenText: "They texted a community that you don't manage.",
  showMore: "Show more",
} as const;

export const formLabels = {
  about: (phone: string) => `Applies to all of your company's texts to ${phone}.`,
  state: "Do they agree to get texts?",
  yes: "Yes, they agreed",
  no: "No, they don't want texts",
  noHint: "Texts waiting to be sent to them are canceled. They won't get a confirmation.",
  source: "How did they tell you?",
  inPerson: "In person or on paper",
  email: "By email",
  phone: "On the phone",
  evidence: "Proof",
  evidenceHint: "For example, “Signed the form at the annual meeting”. Use 10 to 500 characters.",
  givenOn: "When did they tell you?",
  givenOnHint: "Leave blank for today.",
  save: "Save",
  saved: "Consent recorded.",
} as const;

export const stateLabels: Record<ConsentState, string> = {
  [ConsentState.UNSPECIFIED]: "",
  [ConsentState.UNKNOWN]: "No consent yet",
  [ConsentState.IMPLIED]: "Texted first",
  [ConsentState.OPTED_IN]: "Agreed to texts",
  [ConsentState.OPTED_OUT]: "Opted out",
};

/** How consent was given or withdrawn, to follow the state: "Opted out by text". */
export const sourceLabels: Record<ConsentSource, string> = {
  [ConsentSource.UNSPECIFIED]: "",
  [ConsentSource.KEYWORD]: "by text",
  [ConsentSource.FREE_TEXT]: "by text, in their own words",
  [ConsentSource.AGENT]: "in person or on paper",
  [ConsentSource.IMPORT]: "in an imported file",
  [ConsentSource.CARRIER]: "through the carrier",
  [ConsentSource.EMAIL]: "by email",
  [ConsentSource.PHONE]: "on the phone",
  [ConsentSource.TEXTED]: "",
};
