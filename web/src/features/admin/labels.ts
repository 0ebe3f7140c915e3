// Copy of the administration that several of its sections share.

import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { PricingModel, PricingModelSchema } from "../../gen/parlor/v1/company_pb";
import { Software, SoftwareSchema } from "../../gen/parlor/v1/software_pb";
import { formatFullDate, formatFullDateTime } from "../../lib/format-date";

/** "Nov 21, 2026, 9:41 AM"; empty if unset. */
export function formatMoment(time: Timestamp | undefined): string {
  return time ? formatFullDateTime(timestampDate(time)) : "";
}

/** "Nov 21, 2026". */
export function formatTimestampDay(time: Timestamp | undefined): string {
  return time ? formatFullDate(timestampDate(time)) : "";
}

export const sharedLabels = {
  name: "Name",
  community: "Community",
  company: "Company",
  number: "Number",
  status: "Status",
  actions: "Actions",
  actionsFor: (name: string) => `Actions for ${name}`,
  moreActionsFor: (name: string) => `More actions for ${name}`,
  edit: "Edit",
  editTitle: (name: string) => `Edit ${name}`,
  save: "Save",
  saved: (name: string) => `Saved ${name}.`,
  testAndSave: "Test and save",
  discardChanges: "Discard changes",
  none: "None",
  notSet: "Not set",
  unknown: "Unknown",
  noCommunitiesYet: "No communities yet",
} as const;

/** Labels of the page around the sections, and of parts that the sections use. */
export const labels = {
  title: "Administration",
  section: "Section",
  searchSettings: "Find a setting",
  noMatchingSettings: "No matching settings",
  loading: "Loading",
  loadingSettings: (settings: string) => `Loading ${settings}`,
  loadFailed: (settings: string) => `Couldn't load ${settings}`,
  copyUrl: (label: string) => `Copy: ${label}`,
  copied: "Copied.",
  copyFailed: "Couldn't copy.",
} as const;

const pricing: Partial<Record<PricingModel, string>> = {
  [PricingModel.PER_DOOR]: "Per unit",
  [PricingModel.PER_COMMUNITY]: "Per community",
  [PricingModel.PER_MESSAGE]: "Per message",
  [PricingModel.FLAT]: "Flat rate",
  [PricingModel.TRIAL]: "Trial",
};

export function pricingLabel(model: PricingModel): string {
  return pricing[model] ?? sharedLabels.notSet;
}

/** Names that differ from the capitalized words of the enum value. */
const written: Partial<Record<Software, string>> = {
  [Software.UNSPECIFIED]: sharedLabels.notSet,
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
  .concat(numbered(Software.NONE, sharedLabels.none));

export const pricingOptions = PricingModelSchema.values
  .filter(({ number }) => number !== PricingModel.UNSPECIFIED)
  .map(({ number }) => numbered(number, pricingLabel(number as PricingModel)));
