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

/** Formats a share of 1: "91%". */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

const kilobyte = 1024;

/** Formats a file size: "412 KB", "1.8 MB". */
export function formatSize(bytes: number): string {
  if (bytes < kilobyte) return `${bytes} B`;
  if (bytes < kilobyte ** 2) return `${Math.round(bytes / kilobyte)} KB`;
  return `${(bytes / kilobyte ** 2).toFixed(1)} MB`;
}
