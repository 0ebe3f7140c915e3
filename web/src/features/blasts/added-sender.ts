const mergeField = /\{\{([\s\S]*?)\}\}/;
/** Words in names that may be in lower case in a text: "at the Meridian" names The Meridian. */
const smallWords = ["a", "an", "the", "of", "at", "on", "and", "in"];
const capital = /^\p{Uppercase}/u;

function toWords(text: string): string[] {
  return text.split(/[^\p{Alphabetic}\p{N}]+/u).filter(Boolean);
}

function isWordOfName(word: string, ofName: string): boolean {
  const lower = ofName.toLowerCase();
  const isWritten = capital.test(word) || !capital.test(ofName) || smallWords.includes(lower);
  return word.toLowerCase() === lower && isWritten;
}

/**
 * Whether a text has the whole words of a name one after another, with the name's capital letters:
 * "Meet in the parlor" does not name Parlor.
 */
function hasName(text: string, name: string): boolean {
  const [words, ofName] = [toWords(text), toWords(name)];
  return (
    ofName.length > 0 &&
    words.some((_, at) => ofName.every((word, next) => isWordOfName(words[at + next] ?? "", word)))
  );
}

/**
 * Whether a text names its sender, by the rule of the server: it has the merge field `community`, or
 * the name of the company or of each community outside of merge fields.
 */
function isSenderNamed(body: string, company: string, communities: readonly string[]): boolean {
  // Texts and the merge fields between them take turns.
  const parts = body.split(mergeField);
  const texts = parts.filter((_, at) => at % 2 === 0);
  const fields = parts.filter((_, at) => at % 2 === 1);
  if (fields.some((field) => field.split("|")[0]?.trim() === "community")) return true;
  const has = (name: string) => texts.some((text) => hasName(text, name));
  return has(company) || (communities.length > 0 && communities.every(has));
}

/**
 * Returns the sender that the server prepends to a text which doesn't name one, such as
 * "Harbor Row: "; empty if it prepends none. Of several communities, the longest name counts.
 */
export function addedSender(body: string, company: string, communities: readonly string[]): string {
  if (!body.trim() || isSenderNamed(body, company, communities)) return "";
  const longest = [...communities].sort((a, b) => b.length - a.length)[0];
  return longest ? `${longest}: ` : "";
}
