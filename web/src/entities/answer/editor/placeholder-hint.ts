// Hints about placeholders in an answer, which the bot fills in.

const knownPlaceholders = /^\{(balance|unit|account)\}$/i;

/** Describes what the placeholders become; undefined if there are none. */
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
