// Copy of the form that edits a service request.

export const editLabels = {
  title: (number: string) => `Edit ${number}`,
  form: "Service request",
  name: "Title",
  description: "Details",
  unit: "Unit",
  location: "Location",
  kind: "Type",
  priority: "Priority",
  priorityHint:
    "A new priority sets a new due date, based on your office hours. An emergency is due in 4 hours.",
  pets: "Pets",
  vendor: "Vendor",
  estimate: "Estimate in dollars",
  estimateHint: "An administrator approves it before work starts.",
  estimateWrong: "Enter an amount, such as 1,240.00.",
  notify: "Text the resident at each step",
  save: "Save",
  saved: "Request saved.",
};
