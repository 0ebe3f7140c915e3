// Copy of the link that creates a request. The labels of requests would load their contract.

export const createLinkLabels = {
  create: "Create service request",
  hint: "Create a service request from this",
} as const;
