// Copy of the page with which a vendor answers a work order.

export const labels = {
  loadingTitle: "One moment",
  expiredTitle: "This link has expired",
  expiredText:
    "It was replaced, the work is closed, or it is too old. Ask the sender for a new one.",
  failedTitle: "Couldn't open the work order",
  title: (number: string, title: string) => `${number}: ${title}`,
  from: (company: string, community: string) =>
    `${company} is requesting this work at ${community}.`,
  details: "Work order",
  where: "Where",
  commonArea: "Common area",
  pets: "Pets",
  priority: "Priority",
  due: "Due",
  message: "Message",
  form: "Your response",
  scheduledOn: "Date of your visit",
  estimate: "Estimate in dollars (optional)",
  estimateWrong: "Enter an amount such as 350 or 350.50.",
  note: "Note",
  noteHint: "Required only if you decline.",
  accept: "Accept",
  decline: "Decline",
  dateMissing: "Choose a date.",
  noteMissing: "Tell us why you are declining.",
  accepted: (day: string) => `You accepted this work order for ${day}.`,
  declined: "You declined this work order.",
  final: "Call the sender if something changes.",
};
