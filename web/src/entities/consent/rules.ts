import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  type Consent,
  type ConsentEntry,
  ConsentSource,
  ConsentState,
} from "../../gen/parlor/v1/consent_service_pb";
import { formatDay, formatFullDate } from "../../lib/format-date";
import { labels, sourceLabels } from "./labels";

/** States that staff may record for a phone now. */
export function recordableStates({ state, canOptIn }: Consent): ConsentState[] {
  return [
    ...(canOptIn ? [ConsentState.OPTED_IN] : []),
    ...(state === ConsentState.OPTED_OUT ? [] : [ConsentState.OPTED_OUT]),
  ];
}

/** Returns how and when the current state came about: "by text on Mar 2, 2026". */
export function toOrigin({ since, entry }: Consent): string {
  const at = entry?.recordedAt ?? since;
  if (!at) return "";
  const date = entry?.givenOn ? formatDay(entry.givenOn) : formatFullDate(timestampDate(at));
  return [entry ? sourceLabels[entry.source] : "", labels.on(date)].filter(Boolean).join(" ");
}

const textSources = new Set<ConsentSource>([
  ConsentSource.KEYWORD,
  ConsentSource.FREE_TEXT,
  ConsentSource.TEXTED,
]);

/** Returns whether the entry is a text that the user may not read. */
export function isTextHidden({ source, evidence }: ConsentEntry): boolean {
  return evidence === "" && textSources.has(source);
}
