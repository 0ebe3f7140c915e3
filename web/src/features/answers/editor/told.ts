// What is said under an answer with names in it that the bot fills in.

const known = /^\{(balance|unit|account)\}$/i;

/** What becomes of the names in an answer; nothing where it has none. */
export function toldOf(answer: string): string | undefined {
  const names = answer.match(/\{[^{}\n]{1,30}\}/g) ?? [];
  const other = names.find((name) => !known.test(name));
  if (other) {
    return `${other} goes out as it is written: only {balance}, {unit} and {account} are filled in.`;
  }
  return names.length > 0
    ? "{balance}, {unit} and {account} are filled in for whoever proves who they are. Anybody else is answered by your team."
    : undefined;
}
