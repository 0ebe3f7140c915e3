// Copy of the button that opens homeowner accounts.

export const buttonLabels = {
  title: "Homeowner accounts",
  accounts: "Accounts",
} as const;
