import { showDirectionMarks } from "./direction-marks";

/** "Dana Okafor" gives "DO", "Larkspur Commons" "LC", "The Alder" "TA"; "" gives "". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0]?.[0] ?? "";
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? "") : "";
  return (first + last).toUpperCase();
}

/** Formats +15035550148 as (503) 555-0148. Numbers of other countries are returned unchanged. */
export function formatPhone(phone: string): string {
  const parts = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone);
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : phone;
}

/** "Sam Ode, 118". */
export function nameAndUnit(name: string, unit: string | undefined): string {
  return [name, unit].filter(Boolean).join(", ");
}

/** Returns the name of a resident, or the phone number if the name is unknown. */
export function residentName(name: string | undefined, phone: string): string {
  return name ? showDirectionMarks(name) : formatPhone(phone);
}
