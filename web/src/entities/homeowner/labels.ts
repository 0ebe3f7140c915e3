// Copy of the kinds of homeowners, and of their languages.

import { HomeownerKind } from "../../gen/parlor/v1/homeowner_kind_pb";
import { locale } from "../../lib/locale";

export const kindLabels: Record<HomeownerKind, string> = {
  [HomeownerKind.UNSPECIFIED]: "Not set",
  [HomeownerKind.OWNER]: "Owner",
  [HomeownerKind.TENANT]: "Tenant",
  [HomeownerKind.BOARD_MEMBER]: "Board member",
};

const names = new Intl.DisplayNames(locale, { type: "language" });

/** Returns the name of a language, such as "Spanish" for "es"; what is no language code stays as it is. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
