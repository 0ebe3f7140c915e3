// Prices in US dollars, as people write them, and in millionths, as the contract has them.

const decimals = 6;
const micros = 10n ** BigInt(decimals);

/** "0.0075"; cents at least. */
export function formatDollars(price: bigint): string {
  const rest = String(price % micros).padStart(decimals, "0");
  return `${price / micros}.${rest.slice(0, 2)}${rest.slice(2).replace(/0+$/, "")}`;
}

/** Nothing for what is no price, or has too many decimals. Empty is 0. */
export function toMicros(text: string): bigint | undefined {
  const match = /^\$?(\d{0,9})(?:\.(\d{0,6}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, whole = "", part = ""] = match;
  return BigInt(whole || "0") * micros + BigInt(part.padEnd(decimals, "0"));
}
