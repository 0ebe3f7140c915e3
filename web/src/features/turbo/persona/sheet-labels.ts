// Copy of the sheet that edits a persona, and of its preview.

import { outcomeLabels as botLabels } from "../../../entities/bot-outcome/labels";
import { PreviewOutcome } from "../../../gen/parlor/v1/persona_preview_service_pb";

export const sheetLabels = {
  instructions: "Instructions",
  instructionsHint: "How the bot should sound, such as: warm, brief, plain words.",
  creativity: "Creativity",
  leastCreative: "0 – closest to your team's words",
  slightlyVaried: "0.3 – slightly varied",
  varied: "0.6 – varied",
  mostCreative: "1.0 – most creative",
  emojis: "Emojis",
  emojisHint: "Turning this off also removes emojis from answers.",
  firstContactNotice: "First-contact notice",
  firstContactNoticeHint: "Sent once to each phone, before the first reply.",
  verification: "Identity check before sharing balances",
  verificationHint:
    "How homeowners verify who they are before an answer with {balance} is sent. In web chats, they always use an emailed code or your website's sign-in, unless this is Never.",
  verifyNever: "Never: your team answers",
  verifyPhone: "Phone number on the account",
  verifyUnit: "Phone number and unit",
  verifyCode: "Phone number and emailed code",
  collectionsMessage: "Collections message",
  collectionsMessageHint:
    "Sent instead of a balance if an account is in collections. Leave blank to have your team answer.",
  preview: "Preview",
  question: "What a resident asks",
  questionPlaceholder: "When is the pool open?",
  questionMissing: "Enter a question to preview the bot's answer.",
  tryAgain: "Try again",
  answered: "Answered",
  save: "Save",
  saved: (community: string) => `Persona saved for ${community}.`,
  savedHint: (residents: string) => `The bot answers ${residents} with it from now on.`,
} as const;

export const outcomeLabels: Partial<Record<PreviewOutcome, string>> = {
  [PreviewOutcome.VERBATIM]: "Word for word",
  [PreviewOutcome.WRITTEN]: "AI writing",
  [PreviewOutcome.ESCALATED]: botLabels.escalated,
  [PreviewOutcome.DISAMBIGUATED]: botLabels.disambiguated,
};
