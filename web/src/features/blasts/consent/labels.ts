// What is said about blasts that ask for consent.

export const consentLabels = {
  ask: "Ask for consent",
  title: "Asks for consent to receive texts.",
  text: "It goes to people who neither agreed nor opted out, and asks each of them only once. Those who reply YES get your text blasts from then on; the text, its time and the number are kept as evidence.",
  sent: "Each person is asked only once. Replies of YES count below as agreed.",
};

/** The title of the blast that asks those whom another one leaves out. */
export function askTitle(title: string, maxLength: number): string {
  return `Consent: ${title}`.slice(0, maxLength).trim();
}
