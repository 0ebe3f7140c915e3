// Time zones to choose from: those of the United States and Canada first.

import { commonTimeZones, labels } from "./labels";

/**
 * Returns time zones: an unstated one, the six of the United States, those of Canada, and then all
 * others. Includes `own` even if the browser does not know it.
 */
export function timeZoneChoices(own: string) {
  const commonIds = new Set(commonTimeZones.map(({ id }) => id));
  const others = [own, ...Intl.supportedValuesOf("timeZone")].filter(
    (id) => id && !commonIds.has(id),
  );
  const label = (id: string) => id.replaceAll("_", " ");
  const unstated = { id: "", label: labels.noTimeZone };
  return [
    unstated,
    ...commonTimeZones,
    ...[...new Set(others)].map((id) => ({ id, label: label(id) })),
  ];
}
