// Invisible characters that change the direction of text. They can make a text read as another
// one: "moc.elpmaxe" as "example.com".

/** Unicode abbreviation of each character. */
const names: Record<string, string> = {
  "\u061c": "ALM",
  "\u200e": "LRM",
  "\u200f": "RLM",
  "\u202a": "LRE",
  "\u202b": "RLE",
  "\u202c": "PDF",
  "\u202d": "LRO",
  "\u202e": "RLO",
  "\u2066": "LRI",
  "\u2067": "RLI",
  "\u2068": "FSI",
  "\u2069": "PDI",
};

const marks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Replaces each of these characters with a visible mark such as "[RLO]". For display only. */
export function showDirectionMarks(text: string): string {
  return text.replace(marks, (mark) => `[${names[mark]}]`);
}
