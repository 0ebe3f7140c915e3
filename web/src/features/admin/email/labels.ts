// Copy of the company's email settings.

import { EmailTransport } from "../../../gen/parlor/v1/mail_service_pb";

export const labels = {
  emailSettings: "Email settings",
  /** Within a sentence. */
  settings: "email settings",
  settingsTitle: "Settings",
  notSavedYet: "Not saved yet",
  senderName: "Sender name",
  senderAddress: "Sender address",
  senderAddressHint: "Required if you use your own mail server.",
  repliesGoTo: "Replies go to",
  repliesHint: "Leave blank to use the sender address.",
  mailServer: "Your mail server",
  mailServerHint: "Leave blank to use Parlor's mail server.",
  security: "Security",
  port: "Port",
  portHint: "Leave blank to use 587 (or 465 with SSL/TLS).",
  username: "Username",
  password: "Password",
  testMessageTo: "Test message to",
  testMessageHint:
    "Settings are saved after the test succeeds. Leave blank to send it to yourself.",
  settingsSaved: "Test message accepted. Settings saved.",

  deliveryMode: "How email is sent",
  tested: (moment: string) => `Tested ${moment}`,
  neverTested: "Never tested",
  sendTest: "Send me a test",
  testAccepted: "The mail server accepted a test message.",
  testSentTo: (address: string) => `Sent to ${address}.`,
} as const;

export const deliveryModes: Partial<Record<EmailTransport, { title: string; text: string }>> = {
  [EmailTransport.OUTBOX]: {
    title: "Saved to the outbox",
    text: "There's no mail server, so nothing is sent. Administrators can read emails in Outbox.",
  },
  [EmailTransport.PLATFORM]: {
    title: "Sent by Parlor's mail server",
    text: "Set up your own mail server to send from your own address.",
  },
  [EmailTransport.COMPANY]: {
    title: "Sent by your own mail server",
    text: "Emails come from your address.",
  },
};
