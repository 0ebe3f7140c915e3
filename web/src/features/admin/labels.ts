// Labels that several sections share.

import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { PricingModel, PricingModelSchema } from "../../gen/parlor/v1/company_pb";
import { Software, SoftwareSchema } from "../../gen/parlor/v1/software_pb";

const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** "Nov 21, 2026, 9:41 AM"; empty if unset. */
export function formatMoment(time: Timestamp | undefined): string {
  return time ? moment.format(timestampDate(time)) : "";
}

/** "Nov 21, 2026". */
export function formatTimestampDay(time: Timestamp | undefined): string {
  return time ? day.format(timestampDate(time)) : "";
}

const pricing: Partial<Record<PricingModel, string>> = {
  [PricingModel.PER_DOOR]: "Per home",
  [PricingModel.PER_COMMUNITY]: "Per community",
  [PricingModel.PER_MESSAGE]: "Per message",
  [PricingModel.FLAT]: "Flat rate",
  [PricingModel.TRIAL]: "Trial",
};

export function pricingLabel(model: PricingModel): string {
  return pricing[model] ?? "Not set";
}

/** Names that differ from the capitalized words of the enum value. */
const written: Partial<Record<Software, string>> = {
  [Software.UNSPECIFIED]: "Not set",
  [Software.FSR]: "FSR",
  [Software.CINC]: "CINC",
  [Software.VMG]: "VMG",
  [Software.VMS]: "VMS",
  [Software.APPFOLIO]: "AppFolio",
  [Software.BUILDINGLINK]: "BuildingLink",
  [Software.CONDOCONTROL]: "Condo Control",
  [Software.CONDOMANAGER]: "CondoManager",
};

/** "Enumerate Engage" for ENUMERATE_ENGAGE. */
export function softwareLabel(software: Software): string {
  const name = SoftwareSchema.value[software]?.localName ?? "";
  return (
    written[software] ??
    name
      .split("_")
      .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
      .join(" ")
  );
}

const numbered = (value: number, label: string) => ({ value: String(value), label });

/** Options of software, sorted by name with "None" last. */
export const softwareOptions = SoftwareSchema.values
  .map(({ number }) => numbered(number, softwareLabel(number as Software)))
  .filter(({ value }) => ![Software.UNSPECIFIED, Software.NONE].map(String).includes(value))
  .sort((one, other) => one.label.localeCompare(other.label))
  .concat(numbered(Software.NONE, "None"));

export const pricingOptions = PricingModelSchema.values
  .filter(({ number }) => number !== PricingModel.UNSPECIFIED)
  .map(({ number }) => numbered(number, pricingLabel(number as PricingModel)));

/** What the switch for the bot's replies to emails changes, and in how many communities. */
export function emailRepliesText(sends: boolean, communityCount: number | undefined): string {
  const where = communityCount
    ? ` of ${communityCount.toLocaleString("en")} ${communityCount === 1 ? "community" : "communities"}`
    : "";
  return sends
    ? `The bot now answers emails from residents${where}. Your staff no longer send its drafts.`
    : `The bot now only drafts replies to residents${where}. Your staff send them.`;
}

export const labels = {
  copy: (label: string) => `Copy: ${label}`,
  copied: "Copied.",
  couldntCopy: "Couldn't copy.",
  loading: "Loading",
  administration: "Administration",
  couldntLoad: (what: string) => `Couldn't load ${what}`,
  loadingText: (what: string) => `Loading ${what}`,
  section: "Section",
  findASetting: "Find a setting",
  noMatchingSettings: "No matching settings",
  people: "People",
  communities: "Communities",
  messaging: "Messaging",
  integrations: "Integrations",
  system: "System",
  users: "Users",
  requests: "Requests",
  companySettings: "Company settings",
  texting: "Texting",
  email: "Email",
  outbox: "Outbox",
  software: "Software",
  chatwoot: "Chatwoot",
  partners: "Partners",
  companies: "Companies",
  auditTrail: "Audit trail",
  failedJobs: "Failed jobs",
} as const;
