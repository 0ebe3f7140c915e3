// How hard a password is to guess, roughly: a hint while typing. What may be set is the
// server's to say.

export type Strength = { level: 0 | 1 | 2 | 3 | 4; words: string };

/** The contract's least length of a password. */
const least = 12;

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "01234567890",
  "09876543210",
];
const known = /passw(or|0r)d|letmein|welcome|admin|login|parlor|iloveyou|monkey|dragon|football/gi;

/** Characters that one may foresee: repeated, in a row of the keyboard, or in a known word. */
function foreseen(password: string): number {
  const lower = password.toLowerCase();
  let count = 0;
  for (let at = 2; at < lower.length; at += 1) {
    const three = lower.slice(at - 2, at + 1);
    const again = three[0] === three[1] && three[1] === three[2];
    const before = lower.indexOf(three) < at - 2;
    if (again || before || rows.some((row) => row.includes(three))) count += 1;
  }
  for (const [word] of lower.matchAll(known)) count += word.length - 1;
  return Math.min(count, password.length);
}

function bitsOf(password: string): number {
  const kinds: readonly [RegExp, number][] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\d/, 10],
    [/[^\p{L}\d]/u, 33],
  ];
  const alphabet = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const counted = [...password].length - foreseen(password);
  return Math.max(0, counted) * Math.log2(Math.max(alphabet, 2));
}

const levels: readonly [number, Strength][] = [
  [80, { level: 4, words: "Strong." }],
  [60, { level: 3, words: "Good." }],
  [40, { level: 2, words: "Fair. A longer one, such as four words, is better." }],
  [0, { level: 1, words: "Easy to guess. Take four words that do not belong together." }],
];

export function strengthOf(password: string): Strength {
  const length = [...password].length;
  if (length === 0) return { level: 0, words: `Use ${least} characters or more.` };
  if (length < least) {
    const more = least - length;
    return { level: 1, words: `${more} more ${more === 1 ? "character" : "characters"} needed.` };
  }
  const bits = bitsOf(password);
  return levels.find(([from]) => bits >= from)?.[1] ?? { level: 1, words: "" };
}
