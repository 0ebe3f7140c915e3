// Copy of fields for passwords and other secrets.

export const secretLabels = {
  encrypted: "Encrypted, and never shown again.",
  passwordSaved: "A password is saved. Leave blank to keep it.",
} as const;
