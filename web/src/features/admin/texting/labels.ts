// Copy of texting: the numbers with their carriers, the Twilio account and the bot status.

import { NumberCarrier } from "../../../gen/parlor/v1/carrier_service_pb";
import {
  AnsweringEngine,
  SentenceModel,
  WritingModel,
} from "../../../gen/parlor/v1/engine_status_service_pb";

export const labels = {
  numbers: "Numbers",
  carrier: "Carrier",
  carrierFor: (community: string) => `Carrier for ${community}`,
  noNumber: "No number",
  changeCarrier: "Change carrier",
  /** Ends the name of a button, for screen readers. */
  forCommunity: (community: string) => `for ${community}`,
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
  notSetUp: "Not set up",
  twilioHint: "Texts stay on the test phone until you switch a number to Twilio.",
  accountSid: "Account SID",
  accountSidHint: "Starts with AC, followed by 32 letters or digits.",
  authToken: "Auth token",
  authTokenHint: "Your primary token. It's encrypted and never shown again.",
  savedAuthTokenHint: "A token is saved. Enter it again to change the account.",
  accountRate: "Text blast segments per second",
  accountRateHint: "Combined limit for all numbers on the account.",
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

  botStatus: "Bot status",
  /** Within a sentence. */
  status: "bot status",
} as const;

/** Carriers with their labels and their names within a sentence. */
export const carriers = [
  { carrier: NumberCarrier.TEST_PHONE, label: "Test phone", name: "the test phone" },
  { carrier: NumberCarrier.TWILIO, label: labels.twilio, name: labels.twilio },
] as const;

/** Describes what a carrier means for the residents of a community. */
export function carrierText(carrier: NumberCarrier, residents: string): string {
  return carrier === NumberCarrier.TWILIO
    ? `Texts to ${residents} are now sent to their phones.`
    : `Texts to ${residents} now stay inside Parlor. No one gets them on their phone.`;
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
