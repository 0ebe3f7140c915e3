// Copy of homeowner.

export const labels = {
  notSet: "Not set",
  owner: "Owner",
  tenant: "Tenant",
  boardMember: "Board member",
} as const;
