// Copy of texting: the numbers with their carriers, the accounts at carriers and the bot status.

import {
  AnsweringEngine,
  SentenceModel,
  WritingModel,
} from "../../../gen/parlor/v1/engine_status_service_pb";
import { NumberCarrier } from "../../../gen/parlor/v1/number_carrier_pb";

export const labels = {
  numbers: "Numbers",
  carrier: "Carrier",
  switchTo: (carrier: string) => `Use ${carrier}`,
  carrierChanged: (community: string, carrier: string) => `${community} now uses ${carrier}.`,
  noCommunitiesHint: "Create a community and enter its text number.",

  changeRate: "Change rate",
  rateTitle: (community: string) => `Text blast rate for ${community}`,
  rateForm: "Text blast rate",
  segmentsPerSecond: "Segments per second",
  segmentsPerSecondHint:
    "The most the carrier accepts from this number, from 1 to 1,000. New numbers start at 10.",
  saveRate: "Save rate",
  rateSaved: (community: string, segmentsPerSecond: number) =>
    `${community} sends ${segmentsPerSecond} segments per second.`,

  twilio: "Twilio",
  /** Within a sentence. */
  twilioAccount: "the Twilio account",
  setUp: "Set up",
  secretMissing: "Secret missing",
  secretMissingHint: "The secret is missing in Parameter Store. Enter it again.",
  notSetUp: "Not set up",
  twilioHint: "Texts stay on the test phone until you switch a number to Twilio.",
  accountSid: "Account SID",
  accountSidHint: "Starts with AC, followed by 32 letters or digits.",
  authToken: "Auth token",
  authTokenHint: "Your primary token. It's encrypted and never shown again.",
  savedAuthTokenHint: "A token is saved. Enter it again to change the account.",
  accountRate: "Text blast segments per second",
  accountRateHint: "Combined limit for all numbers on the account.",
  messagingService: "Messaging service SID",
  messagingServiceHint:
    "For text blasts only. Add your communities' numbers to the service: texts still come from them.",
  incomingText: "Incoming text",
  incomingTextHint: "Enter this URL in Twilio with the POST method.",
  statusCallback: "Status callback",
  statusCallbackHint: "Set automatically.",
  accountSaved: "Twilio account saved. Now assign numbers to it.",
  remove: "Remove",
  removeTitle: "Remove the Twilio account?",
  removeEffect:
    "Switch Twilio numbers to the test phone first. Parlor then deletes the account's token.",
  confirmRemove: "Remove account",
  accountRemoved: "Twilio account removed.",

  textline: "Textline",
  /** Within a sentence. */
  textlineAccount: "the Textline account",
  textlineHint: "Texts stay on the test phone until you switch a number to Textline.",
  textlineEmail: "Email",
  textlineEmailHint:
    "Use a Textline user who's in every department whose number Parlor texts from.",
  password: "Password",
  apiKey: "API key",
  secretHint: "Encrypted and never shown again.",
  savedSecretHint: "Saved. Enter it again to change the account.",
  textlineSaved: "Textline account saved. Now assign numbers to it.",
  textlineRemoveTitle: "Remove the Textline account?",
  textlineRemoveEffect:
    "Switch Textline numbers to the test phone first. Parlor then deletes the password and API key.",
  textlineRemoved: "Textline account removed.",
  replaceWebhook: "Replace webhook URL",
  replaceWebhookTitle: "Replace the webhook URL?",
  replaceWebhookEffect:
    "Texts sent to the current URL will be refused. Enter the new URL in Textline right away.",
  confirmReplaceWebhook: "Replace URL",
  webhookTitle: "Your webhook URL",
  webhookUrl: "Webhook URL",
  webhookHint:
    "In Textline, open Settings > Tools & Integrations > Developer API. Add a webhook for new customer posts with this URL and the POST method.",
  webhookSaved: "Done, I saved it",
  textlineTitle: (community: string) => `Use Textline for ${community}`,
  groupUuid: "Group UUID",
  groupUuidHint:
    "UUID of the Textline department with this number. Leave blank to use the saved one.",
  useTextline: "Use Textline",

  botStatus: "Bot status",
  /** Within a sentence. */
  status: "bot status",
} as const;

/** Carriers with their labels and their names within a sentence. */
export const carriers = [
  { carrier: NumberCarrier.TEST_PHONE, label: "Test phone", name: "the test phone" },
  { carrier: NumberCarrier.TWILIO, label: labels.twilio, name: labels.twilio },
  { carrier: NumberCarrier.TEXTLINE, label: labels.textline, name: labels.textline },
] as const;

/** Returns the label of a carrier. */
export function carrierLabel(carrier: NumberCarrier): string | undefined {
  return carriers.find((one) => one.carrier === carrier)?.label;
}

/** Returns the name of a carrier within a sentence. */
export function carrierName(carrier: NumberCarrier): string {
  return carriers.find((one) => one.carrier === carrier)?.name ?? "";
}

/** Describes what a carrier means for the residents of a community. */
export function carrierText(carrier: NumberCarrier, residents: string): string {
  return carrier === NumberCarrier.TEST_PHONE
    ? `Texts to ${residents} now stay inside Parlor. No one gets them on their phone.`
    : `Texts to ${residents} are now sent to their phones.`;
}

const lexicalEngine: Partial<Record<SentenceModel, string>> = {
  [SentenceModel.LOADING]: "The bot matches words only until it finishes loading.",
  [SentenceModel.BROKEN]:
    "The bot matches words only because part of it couldn't load. Contact Parlor support.",
};

/** Returns a sentence that says how the bot finds answers. */
export function engineLabel(engine: AnsweringEngine, model: SentenceModel): string {
  if (engine === AnsweringEngine.MEANING) {
    return "The bot matches meaning as well as words, so it finds answers that are phrased differently.";
  }
  return (
    lexicalEngine[model] ??
    "The bot matches words only, so it may miss answers that are phrased differently."
  );
}

const writingModels: Partial<Record<WritingModel, string>> = {
  [WritingModel.NONE]:
    "AI writing isn't set up, so answers are sent exactly as written. Questions in Spanish or French go to your team.",
  [WritingModel.READY]:
    "AI writing phrases replies in each community's persona, based on your answers only. It also answers questions in Spanish and French.",
  [WritingModel.FAILING]:
    "AI writing isn't working, so answers are sent exactly as written. Questions in Spanish or French go to your team.",
};

/** Returns a sentence that says how replies are phrased. */
export function writingModelLabel(writing: WritingModel): string | undefined {
  return writingModels[writing];
}
