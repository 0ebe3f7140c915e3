// Conversion between US dollars as text and micros, which are millionths of a dollar.

const decimals = 6;
const micros = 10n ** BigInt(decimals);

/** Formats a price such as "0.0075", with at least two decimals. */
export function formatDollars(price: bigint): string {
  const rest = String(price % micros).padStart(decimals, "0");
  return `${price / micros}.${rest.slice(0, 2)}${rest.slice(2).replace(/0+$/, "")}`;
}

/** Parses a price with up to six decimals. Returns undefined for other texts, and 0 for an empty one. */
export function toMicros(text: string): bigint | undefined {
  const match = /^\$?(\d{0,9})(?:\.(\d{0,6}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, whole = "", part = ""] = match;
  return BigInt(whole || "0") * micros + BigInt(part.padEnd(decimals, "0"));
}
