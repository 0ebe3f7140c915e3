/**
 * Returns a phone number in E.164 format: (503) 555-0148 as +15035550148. Numbers without a country
 * code are of North America; what is no number stays as it was written.
 */
export function toE164(written: string): string {
  const text = written.trim();
  const digits = text.replaceAll(/[\s().-]/g, "");
  if (/^\d{10}$/.test(digits)) return `+1${digits}`;
  if (/^1\d{10}$/.test(digits)) return `+${digits}`;
  return /^\+\d+$/.test(digits) ? digits : text;
}
