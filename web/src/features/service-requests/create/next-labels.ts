// Copy of what happens after a service request is created.

export const nextLabels = {
  title: "What happens next",
  pending: "Pending",
  pendingText: "Someone on your team approves or declines it.",
  approved: "When approved",
  approvedText: (vendor: string, assignee: string) =>
    [assignee ? `${assignee} starts work` : "Work starts", vendor ? ` with ${vendor}` : ""].join(
      "",
    ),
  due: (time: string) => `Due in ${time}`,
  emergencyDue: "Nights and weekends count.",
  businessDue: "Based on your office hours, in the community's time zone.",
  text: (name: string) => `Text ${name || "the resident"} at each step`,
  noPhone: "Add a phone number to text the resident.",
  preview: "The resident gets this text",
  about: "About",
  openCount: (count: number) =>
    count === 0 ? "No open requests" : count === 1 ? "1 open request" : `${count} open requests`,
};
