// Phone numbers: read as people write them, kept in E.164 and shown nationally.

const separators = /[\s()\-./\u00a0\u2011]/g;
const e164 = /^\+[1-9]\d{7,14}$/;

/**
 * Returns a number in E.164: given so, or as people write numbers of the United States and Canada.
 * Undefined if it is no such number. The server decides whether a plan has it.
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
