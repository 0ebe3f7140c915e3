// Texts in the phones' own alphabet (GSM 03.38) carry 160 characters; one character
// outside of it leaves room for 70.

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

/** The plain character that says the same; nothing where there is none. */
function toGsmCharacter(character: string): string {
  const known = gsmReplacements[character];
  if (known !== undefined) return known;
  const bare = character.normalize("NFKD").replace(combiningMarks, "");
  return /^[\x20-\x7e\n]*$/.test(bare) ? bare : "";
}

/** The text without the characters that cost. */
export function toGsmText(text: string, costly: readonly string[]): string {
  const shunned = new Set(costly);
  const kept = Array.from(text, (character) =>
    shunned.has(character) ? toGsmCharacter(character) : character,
  );
  return kept.join("").replace(/ {2,}/g, " ").replace(/ +$/gm, "");
}
