// Parses the fields of homeowner accounts, and lists their languages.

import { languageName } from "../../entities/homeowner/labels";
import { formLabels } from "./labels";

/** Parses an amount to cents. Undefined for an empty text, NaN for an invalid amount. */
export function parseCents(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, "").replaceAll(",", "");
  if (plain === "") return undefined;
  return /^-?\d{1,8}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}

export function parsePhones(text: string): string[] {
  return text
    .split(/[\n;,]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

const languages = ["es", "fr", "zh", "vi", "ko", "tl", "ru", "ar", "pt", "ht", "pl", "de"];

/** Options of languages: English, common ones and the chosen one. */
export function languageOptions(chosen: string): { value: string; label: string }[] {
  const codes = chosen && !languages.includes(chosen) ? [...languages, chosen] : languages;
  return [
    { value: "", label: formLabels.english },
    ...codes.map((value) => ({ value, label: languageName(value) })),
  ];
}
