// Time zones to choose from: those of the United States first.

const common = [
  { id: "America/New_York", label: "Eastern (New York)" },
  { id: "America/Chicago", label: "Central (Chicago)" },
  { id: "America/Denver", label: "Mountain (Denver)" },
  { id: "America/Los_Angeles", label: "Pacific (Los Angeles)" },
  { id: "America/Anchorage", label: "Alaska (Anchorage)" },
  { id: "Pacific/Honolulu", label: "Hawaii (Honolulu)" },
];

/**
 * Returns time zones, the six that most communities of the United States and Canada are in first.
 * Includes `own` even if the browser does not know it.
 */
export function timeZoneChoices(own: string) {
  const known = new Set(common.map(({ id }) => id));
  const others = [own, ...Intl.supportedValuesOf("timeZone")].filter((id) => id && !known.has(id));
  const label = (id: string) => id.replaceAll("_", " ");
  return [...common, ...[...new Set(others)].map((id) => ({ id, label: label(id) }))];
}
