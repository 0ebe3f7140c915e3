// What is said under an answer with names in it that the bot fills in.

const knownPlaceholders = /^\{(balance|unit|account)\}$/i;

/** What becomes of the names in an answer; nothing where it has none. */
export function placeholderHint(answer: string): string | undefined {
  const names = answer.match(/\{[^{}\n]{1,30}\}/g) ?? [];
  const other = names.find((name) => !knownPlaceholders.test(name));
  if (other) {
    return `${other} is sent as written: only {balance}, {unit} and {account} are filled in.`;
  }
  return names.length > 0
    ? "{balance}, {unit} and {account} are filled in for verified residents. Your team answers everyone else."
    : undefined;
}
