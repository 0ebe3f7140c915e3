// Phone numbers: parsed in common formats, stored in E.164, displayed in national format.

const separators = /[\s()\-./\u00a0\u2011]/g;
const e164 = /^\+[1-9]\d{7,14}$/;

/**
 * Returns a number in E.164. Accepts E.164, and common formats of the United States and Canada.
 * Returns undefined for other texts. The server checks whether the number can exist.
 */
export function parsePhone(text: string): string | undefined {
  const digits = text.trim().replaceAll(separators, "");
  const whole = /^\d{10}$/.test(digits)
    ? `+1${digits}`
    : /^1\d{10}$/.test(digits)
      ? `+${digits}`
      : digits;
  return e164.test(whole) ? whole : undefined;
}
