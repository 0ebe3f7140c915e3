// Suggested times to snooze until, in the time zone of the user.

import { morningAfter } from "../../lib/local-time";
import { labels } from "./labels";

const hour = 3_600_000;
const monday = 1;

export function snoozeTimes(now: Date): { label: string; until: Date }[] {
  const toMonday = (monday - now.getDay() + 7) % 7 || 7;
  return [
    { label: labels.inAnHour, until: new Date(now.getTime() + hour) },
    { label: labels.tomorrowMorning, until: morningAfter(now, 1) },
    // On a Sunday, Monday is already listed as tomorrow.
    ...(toMonday > 1 ? [{ label: labels.mondayMorning, until: morningAfter(now, toMonday) }] : []),
  ];
}
