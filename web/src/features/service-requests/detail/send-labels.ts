// Copy of the dialog that sends a work order.

export const sendLabels = {
  title: (number: string) => `Send a work order for ${number}`,
  hint: "The vendor gets the request by email and responds through a link that works for 14 days. An earlier link stops working.",
  vendor: "Vendor",
  email: "Vendor's email",
  rememberVendor: "Add the vendor and this email to your preferred vendors",
  rememberEmail: "Remember this email for the vendor",
  message: "Message (optional)",
  send: "Send work order",
  sent: (vendor: string) => `Work order sent to ${vendor}.`,
  notRemembered: "The work order was sent, but the vendor couldn't be saved to your profile.",
};
