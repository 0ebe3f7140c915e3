// A text in the GSM 03.38 alphabet holds 160 characters per segment. A single character outside of
// it lowers that to 70.

const gsmReplacements: Record<string, string> = {
  "’": "'",
  "‘": "'",
  "‚": ",",
  "“": '"',
  "”": '"',
  "„": '"',
  "–": "-",
  "—": "-",
  "‑": "-",
  "…": "...",
  "•": "-",
  "·": "-",
  "×": "x",
  "½": "1/2",
  "¼": "1/4",
  "¾": "3/4",
  "°": " degrees",
  "™": "(TM)",
  "®": "(R)",
  "©": "(C)",
  "\u00a0": " ",
  "\u202f": " ",
  "\u2009": " ",
  "`": "'",
};

const combiningMarks = /\p{M}/gu;

/** Returns the plain equivalent of a character, or "" if there is none. */
function toGsmCharacter(character: string): string {
  const known = gsmReplacements[character];
  if (known !== undefined) return known;
  const bare = character.normalize("NFKD").replace(combiningMarks, "");
  return /^[\x20-\x7e\n]*$/.test(bare) ? bare : "";
}

/** Replaces or removes the given characters in a part of a text. */
export function toGsmCharacters(text: string, costly: readonly string[]): string {
  const shunned = new Set(costly);
  const kept = Array.from(text, (character) =>
    shunned.has(character) ? toGsmCharacter(character) : character,
  );
  return kept.join("");
}

/** Replaces or removes the given characters, which require the larger encoding. */
export function toGsmText(text: string, costly: readonly string[]): string {
  return toGsmCharacters(text, costly).replace(/ {2,}/g, " ").replace(/ +$/gm, "");
}
