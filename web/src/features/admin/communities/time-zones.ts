import { labels } from "./labels";

// Time zones to choose from: those of the United States and Canada first.

const common = [
  { id: "America/New_York", label: labels.easternNewYork },
  { id: "America/Chicago", label: labels.centralChicago },
  { id: "America/Denver", label: labels.mountainDenver },
  { id: "America/Los_Angeles", label: labels.pacificLosAngeles },
  { id: "America/Anchorage", label: labels.alaskaAnchorage },
  { id: "Pacific/Honolulu", label: labels.hawaiiHonolulu },
  { id: "America/Toronto", label: labels.easternToronto },
  { id: "America/Winnipeg", label: labels.centralWinnipeg },
  { id: "America/Regina", label: labels.saskatchewanRegina },
  { id: "America/Edmonton", label: labels.mountainEdmonton },
  { id: "America/Vancouver", label: labels.pacificVancouver },
  { id: "America/Halifax", label: labels.atlanticHalifax },
  { id: "America/St_Johns", label: labels.newfoundlandStJohns },
];

/**
 * Returns time zones: the six of the United States, those of Canada, and then all others. Includes
 * `own` even if the browser does not know it.
 */
export function timeZoneChoices(own: string) {
  const known = new Set(common.map(({ id }) => id));
  const others = [own, ...Intl.supportedValuesOf("timeZone")].filter((id) => id && !known.has(id));
  const label = (id: string) => id.replaceAll("_", " ");
  return [...common, ...[...new Set(others)].map((id) => ({ id, label: label(id) }))];
}
