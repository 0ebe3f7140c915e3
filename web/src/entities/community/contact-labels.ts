// Copy of who is alerted to a community's escalations.

export const contactLabels = {
  escalationsGoTo: "Escalations go to",
  moreRecipients: "More alert recipients",
} as const;
