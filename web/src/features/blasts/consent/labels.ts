// Labels for blasts that ask for consent.

export const consentLabels = {
  ask: "Ask for consent",
  title: "Asks for consent to receive texts.",
  text: "It goes only to people who have neither agreed nor opted out, and asks each person once. Anyone who replies YES gets your future blasts, and their reply is saved as proof of consent.",
  sent: "Each person is asked only once. People who reply YES are counted below as agreed.",
};

/** Returns the title of the consent request for a blast. */
export function askTitle(title: string, maxLength: number): string {
  return `Consent: ${title}`.slice(0, maxLength).trim();
}
