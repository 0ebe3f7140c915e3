import { locale } from "./locale";

/** Formats a number: "1,234". */
export function formatNumber(value: number | bigint, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale, options).format(value);
}

/** Formats US dollars: "$1,240.00", or "$1,240" without cents. */
export function formatDollars(dollars: number, { cents = true } = {}): string {
  const options = { style: "currency", currency: "USD" } as const;
  return formatNumber(dollars, cents ? options : { ...options, maximumFractionDigits: 0 });
}
