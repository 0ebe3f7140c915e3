// Copy of the dialog with a vendor's contact details.

export const contactLabels = {
  title: (vendor: string) => `Contact details for ${vendor}`,
  emailHint: "Filled in when you send a work order.",
  trade: "Trade",
  save: "Save details",
  saved: (vendor: string) => `Contact details for ${vendor} saved.`,
} as const;
