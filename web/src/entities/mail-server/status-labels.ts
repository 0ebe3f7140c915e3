// Copy of the delivery of an email.

export const statusLabels = {
  sending: "Sending",
  sent: "Sent",
  unknown: "Delivery status unknown",
} as const;
