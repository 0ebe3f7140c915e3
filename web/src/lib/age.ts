const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export type AgeLevel = "fresh" | "aging" | "late";

/** Fresh for the first half hour, aging until two hours, then late. */
export function ageLevel(age: number): AgeLevel {
  if (age < 30 * minute) return "fresh";
  return age < 2 * hour ? "aging" : "late";
}

/** A duration in milliseconds in its two largest units: "3 h 12 min". */
export function formatAge(age: number): string {
  if (age < minute) return "just now";
  if (age < hour) return `${Math.floor(age / minute)} min`;
  const [large, small] = age < day ? [hour, minute] : [day, hour];
  const [largeName, smallName] = age < day ? ["h", "min"] : ["d", "h"];
  const rest = Math.floor((age % large) / small);
  const whole = `${Math.floor(age / large)} ${largeName}`;
  return rest ? `${whole} ${rest} ${smallName}` : whole;
}
