// Time zones to choose from: those of the United States and Canada first.

const common = [
  { id: "America/New_York", label: "Eastern (New York)" },
  { id: "America/Chicago", label: "Central (Chicago)" },
  { id: "America/Denver", label: "Mountain (Denver)" },
  { id: "America/Los_Angeles", label: "Pacific (Los Angeles)" },
  { id: "America/Anchorage", label: "Alaska (Anchorage)" },
  { id: "Pacific/Honolulu", label: "Hawaii (Honolulu)" },
  { id: "America/Toronto", label: "Eastern (Toronto)" },
  { id: "America/Winnipeg", label: "Central (Winnipeg)" },
  { id: "America/Regina", label: "Saskatchewan (Regina)" },
  { id: "America/Edmonton", label: "Mountain (Edmonton)" },
  { id: "America/Vancouver", label: "Pacific (Vancouver)" },
  { id: "America/Halifax", label: "Atlantic (Halifax)" },
  { id: "America/St_Johns", label: "Newfoundland (St. John's)" },
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
