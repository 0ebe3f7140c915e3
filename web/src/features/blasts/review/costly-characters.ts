// Characters that make the text of a blast more expensive, and what replacing them saves.

import type {
  BlastPreview,
  BlastTextPart,
  ReviewBlastResponse,
} from "../../../gen/parlor/v1/blast_service_pb";
import { toGsmCharacters } from "../../../lib/gsm-text";
import { countSegments } from "../../../lib/sms-segments";
import type { TextPart } from "../../../lib/text-part";

/** Splits a text into parts with and without these characters. */
export function markCharacters(text: string, characters: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  for (const character of text) {
    const found = characters.includes(character);
    const last = parts.at(-1);
    if (last?.found === found) last.text += character;
    else parts.push({ text: character, found });
  }
  return parts;
}

/** Number of segments of a recipient's text after the replacement, which keeps names and units. */
function plainSegments({ parts }: BlastPreview, costly: readonly string[]): number {
  const toPlain = ({ text, mergeField, isFallback }: BlastTextPart) =>
    mergeField && !isFallback ? text : toGsmCharacters(text, costly);
  return countSegments(parts.map(toPlain).join(""));
}

/**
 * Returns the price of the segments that replacing the characters saves, in millionths of a US
 * dollar. Estimated from the previews.
 */
export function replacementSavings(review: ReviewBlastResponse): bigint {
  const { previews, segmentCount, recipientCount, priceMicros, costlyCharacters } = review;
  if (previews.length === 0 || segmentCount === 0) return 0n;
  const saved = previews.reduce(
    (sum, preview) => sum + preview.segments - plainSegments(preview, costlyCharacters),
    0,
  );
  const segmentPrice = Number(priceMicros) / segmentCount;
  return BigInt(Math.round((saved / previews.length) * recipientCount * segmentPrice));
}
