// Copy of texting.

export const labels = {
  botStatus: "Bot status",
  botMatchesWordsOnlyWhile: "The bot matches words only while its language model loads.",
  botMatchesWordsOnlyBecause:
    "The bot matches words only, because its language model couldn't load. The server log has the reason.",
  botMatchesMeaningWellWords:
    "The bot matches meaning as well as words, so it finds answers that are phrased differently.",
  botMatchesWordsOnlySo:
    "The bot matches words only, so it may miss answers that are phrased differently.",
  theresNoWritingModelSo:
    "There's no writing model, so answers are sent exactly as written, and questions in Spanish or French go to your team.",
  writingModelIsntWorkingSo:
    "The writing model isn't working, so answers are sent exactly as written. Questions in Spanish or French go to your team.",
  textBlastRateFor: (label: string) => `Text blast rate for ${label}`,
  saveRate: "Save rate",
  textBlastRate: "Text blast rate",
  segmentsPerSecond: "Segments per second",
  mostCarrierAcceptsNumber1:
    "The most the carrier accepts from this number, from 1 to 1,000. New numbers start at 10.",
  changeRate: "Change rate",
  for: (label: string) => `for ${label}`,
  twilio: "Twilio",
  textsNowSentPhones: (residents: string) => `Texts to ${residents} are now sent to their phones.`,
  textsNowStayInsideParlor: (residents: string) =>
    `Texts to ${residents} now stay inside Parlor. No one gets them on their phone.`,
  noNumber: "No number",
  carrierFor: (label: string) => `Carrier for ${label}`,
  changeCarrier: "Change carrier",
  testPhone: "Test phone",
  community: "Community",
  number: "Number",
  none: "None",
  carrier: "Carrier",
  numbers: "Numbers",
  noCommunitiesYet: "No communities yet",
  createCommunityEnterTextNumber: "Create a community and enter its text number.",
  twilioAccountRemoved: "Twilio account removed.",
  removeTheTwilioAccount: "Remove the Twilio account?",
  removeAccount: "Remove account",
  switchTwilioNumbersTestPhone:
    "Switch Twilio numbers to the test phone first. Parlor then deletes the account's token.",
  twilioAccountSaved: "Twilio account saved. Now assign numbers to it.",
  setUp: "Set up",
  notSetUp: "Not set up",
  textsStayTestPhoneUntil: "Texts stay on the test phone until you switch a number to Twilio.",
  accountSid: "Account SID",
  startsAcFollowed32Letters: "Starts with AC, followed by 32 letters or digits.",
  authToken: "Auth token",
  aTokenIsSaved: "A token is saved. Enter it again to change the account.",
  yourPrimaryToken: "Your primary token. It's encrypted and never shown again.",
  textBlastSegmentsPerSecond: "Text blast segments per second",
  combinedLimitAllNumbersAccount: "Combined limit for all numbers on the account.",
  incomingText: "Incoming text",
  enterUrlTwilioPostMethod: "Enter this URL in Twilio with the POST method.",
  statusCallback: "Status callback",
  setAutomatically: "Set automatically.",
  remove: "Remove",
  save: "Save",
} as const;
