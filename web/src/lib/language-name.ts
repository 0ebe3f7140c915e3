import { locale } from "./locale";

const names = new Intl.DisplayNames(locale, { type: "language" });

/** Returns the name of a language, such as "Spanish" for "es"; what is no language code stays as it is. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
