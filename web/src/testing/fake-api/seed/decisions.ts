// The bot's decisions in the fake API. They are recorded here and never computed: any other
// question matches only an answer with exactly the same wording.

import type { Answer } from "../../../gen/parlor/v1/answer_pb";

export type Match = { answer: Answer; confidence: number };

type Nearest = readonly [phrasing: string, confidence: number];

const exactConfidence = 0.97;
const answerThreshold = 0.5;

const permit = "how do i get a second parking permit?";
const towing = "who tows, and how do i get my car back?";
const pool = "when is the pool open?";
const pickup = "when is bulk pick-up?";
const pets = "how many pets may i have?";
const fob =
  "my fob stopped opening the pool gate after yesterday’s power cut. front door still works.";

/** The most similar phrasings of answers, by question. */
const nearestPhrasings: Record<string, readonly Nearest[]> = {
  "pool open": [[pool, 0.93]],
  "pool llama": [[pool, 0.5]],
  "second parking permit": [
    [permit, 0.95],
    [towing, 0.21],
  ],
  "where is my car": [
    [towing, 0.62],
    [permit, 0.3],
  ],
  "may i have two dogs?": [[pets, 0.84]],
  "is saturday’s bulk pick-up still on with the holiday?": [[pickup, 0.41]],
  [fob]: [["my fob stopped opening the pool gate", 0.88]],
};

/** Texts that ask the same as another question. */
const paraphrases: Record<string, string> = {
  "fob stopped opening pool gate since yesterdays power cut, front door works": fob,
};

const normalize = (text: string) => text.trim().toLowerCase();

/** A key that is equal for all phrasings of a question. */
export function questionKey(text: string): string {
  const question = normalize(text);
  return paraphrases[question] ?? question;
}

/** The answers similar to a text, most similar first. */
export function rankAnswers(answers: readonly Answer[], text: string): Match[] {
  const question = questionKey(text);
  const phrasings: Nearest[] = [[question, exactConfidence], ...(nearestPhrasings[question] ?? [])];
  return phrasings.flatMap(([phrasing, confidence]) =>
    answers
      .filter((one) => [one.question, ...one.samples].some((own) => normalize(own) === phrasing))
      .map((answer) => ({ answer, confidence })),
  );
}

/** The answer that the bot would reply with, if any. */
export function bestMatch(answers: readonly Answer[], text: string): Match | undefined {
  const [best] = rankAnswers(answers, text);
  return best && best.confidence >= answerThreshold ? best : undefined;
}
