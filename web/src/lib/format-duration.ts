import { locale } from "./locale";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Formats a duration in its two largest units: "42 min", "3 hr 12 min", "2 days 3 hr". With hours as
 * the largest unit, a day or more is in whole hours: "51 hr". Parts of a minute are left out.
 */
export function formatDuration(milliseconds: number, largestUnit: "day" | "hour" = "day"): string {
  const minutes = Math.floor((milliseconds % hour) / minute);
  const hours = Math.floor(milliseconds / hour);
  if (hours === 0) return `${minutes} min`;
  if (milliseconds < day) return minutes ? `${hours} hr ${minutes} min` : `${hours} hr`;
  if (largestUnit === "hour") return `${hours.toLocaleString(locale)} hr`;
  const days = Math.floor(hours / 24);
  const whole = days === 1 ? "1 day" : `${days.toLocaleString(locale)} days`;
  return hours % 24 ? `${whole} ${hours % 24} hr` : whole;
}
