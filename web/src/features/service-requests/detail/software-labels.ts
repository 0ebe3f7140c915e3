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
  unknown: (name: string) => `May be in ${name} – never confirmed`,
  disconnected: (name: string) =>
    `This company is no longer connected to ${name}, so Parlor can't check it there.`,
  sendTitle: (name: string) => `Send this request to ${name}?`,
  unknownWarning: (former: string, name: string) =>
    `It may already be in ${former}, which never confirmed it. Check there first: otherwise both ${former} and ${name} may have it.`,
  sentWarning: (former: string, number: string, name: string) =>
    `It's already in ${former} as #${number}. Close it there, or check that it wasn't moved to ${name}, so that it isn't handled twice.`,
  checked: (time: string) => `Checked ${time}`,
  sentBy: (name: string, time: string) => `${name}, ${time}`,
};
