export const generalTopic = "General Information";

/** The categories that communities usually have. */
export const usualTopics = [
  generalTopic,
  "Contact Information",
  "Fees and Accounts",
  "Arc Modification Requests",
  "Repairs & Maintenance",
  "Emergencies",
  "Pets",
  "Rentals / Sales",
  "Garbage / Disposal",
  "Complaints & Violations",
  "Parking",
  "Storage and Bikes",
  "Mailbox and Packages",
  "Fobs / Remotes / Keys",
  "Buzzer / Gates / Entry",
  "Forms & Documents",
  "Resale Documents",
  "Moving / Elevator",
  "Amenities",
] as const;
