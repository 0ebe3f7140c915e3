// Copy of the list of all companies, for platform administrators.

export const labels = {
  search: "Find a company",
  searchPlaceholder: "Search companies",
  noMatches: "No matching companies",
  noMatchesHint: "Try a shorter name, or clear the search to see all.",
  label: "Label",
  software: "Software",
  billing: "Billing",
  current: "Current",
  switchToCompany: "Switch to company",
  switchTo: (name: string) => `Switch to company ${name}`,

  newCompany: "New company",
  createCompany: "Create company",
  created: (name: string) => `Created ${name}. Now turn on its features.`,
  saveCompany: "Save company",
  /** Stands in for the company's name in a notice. */
  unnamedCompany: "the company",

  textingV3: "Texting v3",
  textingV3Hint: "Replaces the Knowledge Base with Turbo and Escalations.",
  changesApplyLater: (changes: string) => `${changes} Changes apply the next time they use Parlor.`,

  softwareHint: "The system that manages its communities.",
  credentialNameHint:
    "Name of the stored software credential. Clearing the name deletes the credential.",
  monthlyTokens: "AI writing tokens per month",
  monthlyTokensHint:
    "For drafts. When they're used up, drafts use templates. Enter 0 for templates only.",

  textBlasts: "Text blasts",
  recipientsPerDay: "Text blast recipients per day",
  recipientsPerDayHint: "0 means no limit.",
  segmentsPerSecond: "Text blast segments per second",
  segmentsPerSecondHint: "Combined limit for all numbers. 0 means no limit.",
  segmentPrice: "Price per text segment",
  segmentPriceHint: "In US dollars, with up to 6 decimals.",
  picturePrice: "Price per text with a picture",
  picturePriceHint: "In US dollars, for one picture message (MMS). Enter 0 if no rate is set.",
  invalidPrice: "Enter a price from 0 to 1, with up to 6 decimals.",
  segmentsPerDay: "Text blast segments per day",
  segmentsPerDayHint:
    "The daily limit that carriers set for your brand. Days are counted in Pacific Time. 0 means no limit.",
} as const;
