import { formatDuration } from "./format-duration";

const minute = 60_000;
const hour = 60 * minute;

export type AgeLevel = "fresh" | "aging" | "late";

/** Fresh for the first half hour, aging until two hours, then late. */
export function ageLevel(age: number): AgeLevel {
  if (age < 30 * minute) return "fresh";
  return age < 2 * hour ? "aging" : "late";
}

/** How long ago something was: "just now" within a minute, then a duration such as "3 hr 12 min". */
export function formatAge(age: number): string {
  return age < minute ? "just now" : formatDuration(age);
}
