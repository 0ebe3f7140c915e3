// Characters that change the direction of text and show nothing. Somebody who writes them can have
// a text read as another one: "moc.elpmaxe" as "example.com".

/** What Unicode calls them for short, by code point. */
const names: Record<string, string> = {
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

const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text with each such character as a mark that one sees: "[RLO]". Only for showing, never to be saved. */
export function showDirectionMarks(text: string): string {
  return text.replace(marks, (mark) => `[${names[mark]}]`);
}
