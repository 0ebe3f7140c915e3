// Copy of the page on which users allow access.

export const labels = {
  invalidTitle: "Invalid request.",
  invalidText: "Go back to the app and try again. If this continues, contact its developer.",
  denied: "Access denied",
  home: "Go to Parlor",
  title: (client: string) => `${client} wants to access your account`,
  addedBy: (company: string) => `Added by an administrator of ${company}.`,
  scopes: "This app will be able to",
  limits: "It can't see your password or anything you can't. Remove access anytime in your",
  profile: "profile",
  deny: "Deny",
  allow: "Allow",
  willReturn: "You'll return to ",
  returning: "Returning to ",
  switchAccount: "Not you?",
} as const;
