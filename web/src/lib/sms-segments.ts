// Counts the segments of a text, like the server and the carriers.

const gsmBasic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** Characters that take the space of two. */
const gsmExtension = "^{}\\[~]|€";

/** Returns the characters outside the GSM-7 alphabet, each once. */
export function nonGsmCharacters(text: string): string[] {
  return [...new Set(text)].filter(
    (character) => !gsmBasic.includes(character) && !gsmExtension.includes(character),
  );
}

export type SegmentCount = {
  /** Number of segments; 0 for an empty text. */
  segments: number;
  /** Length of the text, in characters of its alphabet. */
  units: number;
  /** Capacity of all its segments. */
  capacity: number;
  costlyCharacters: string[];
};

/** Returns how many segments a text needs, and how full they are. */
export function describeSegments(text: string): SegmentCount {
  const costlyCharacters = nonGsmCharacters(text);
  const isGsm = costlyCharacters.length === 0;
  const [single, part] = isGsm ? [160, 153] : [70, 67];
  const units = isGsm
    ? [...text].reduce((sum, one) => sum + (gsmExtension.includes(one) ? 2 : 1), 0)
    : text.length;
  const segments = units === 0 ? 0 : units <= single ? 1 : Math.ceil(units / part);
  const capacity = segments <= 1 ? single : segments * part;
  return { segments, units, capacity, costlyCharacters };
}

export function countSegments(text: string): number {
  return describeSegments(text).segments;
}
