// Copy about requests in the company's association software.

import { Software } from "../../../gen/parlor/v1/software_pb";

const names: Partial<Record<Software, string>> = {
  [Software.BUILDIUM]: "Buildium",
  [Software.VANTACA]: "Vantaca",
};

/** Returns the name of software that takes service requests; empty for other software. */
export const toSoftwareName = (software: Software) => names[software] ?? "";

export const softwareLabels = {
  title: "Association software",
  failed: "Couldn't load the association software.",
  send: (name: string) => `Send to ${name}`,
  sendAgain: "Send again",
  none: (name: string) => `Not in ${name} yet.`,
  sending: (name: string) => `Sending to ${name}`,
  unconfirmed: (name: string) => `Unconfirmed – checking with ${name}`,
  sent: (name: string, number: string) => `In ${name} as #${number}`,
  notSent: (name: string) => `Not sent to ${name}`,
  status: (status: string) => `Status: ${status}`,
  closed: "Closed there",
  checked: (time: string) => `Checked ${time}`,
  sentBy: (name: string, time: string) => `${name}, ${time}`,
};
