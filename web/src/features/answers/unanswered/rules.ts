// What residents asked in vain, without a screen: which questions count, and which of them
// are the same one in other words.

import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { type Escalation, EscalationState } from "../../../gen/parlor/v1/escalation_pb";
import { isFilledIn } from "../../../lib/sure";

/** A question that the bot had no answer for. */
export type Unanswered = {
  /** The newest of the escalations that asked it. */
  id: string;
  /** As it was asked last. */
  question: string;
  /** Other words in which it was asked. */
  ways: string[];
  /** How often it was asked. */
  times: number;
  /** When it was asked last, in milliseconds. */
  last: number;
  /** What staff replied the last time; empty when nobody did. */
  reply: string;
  /** The question of the knowledge base that waits for this answer; empty when there is none. */
  waiting: string;
};

/** From here on two questions are one: this share of their words is in both. */
const alike = 0.6;

// Words that a question has whatever it is about.
const filling = new Set(
  (
    "a an and any are at be been can could did do does dont for from get give got had has have hello hey hi how " +
    "i if im in is it its know like me my need of on or our please so some tell thanks thank that the their there " +
    "they this to us want was we were what when where which who why will with would you your"
  ).split(" "),
);

/** A text without case, signs and spaces between. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** What a question is about: its words without those that any question has. */
function subject(text: string): Set<string> {
  const words = plain(text)
    .split(" ")
    .filter((word) => word && !filling.has(word));
  return new Set(words.map((word) => (word.length > 3 ? word.replace(/s$/, "") : word)));
}

function share(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0;
  for (const word of one) if (other.has(word)) both += 1;
  return both / (one.size + other.size - both);
}

/** The bot had nothing that staff could have sent, and learned nothing since. */
function wasInVain(one: Escalation): boolean {
  const drafted = one.suggestedAnswer !== "" && isFilledIn(one.suggestedConfidence);
  return !one.botTrained && !one.urgent && one.state !== EscalationState.DISMISSED && !drafted;
}

function askedAt({ askedAt }: Escalation): number {
  return askedAt ? timestampMs(askedAt) : 0;
}

/** The question that nobody answered yet, and that this one is or seems to be. */
function waitingFor({ question, ...one }: Escalation, waiting: ReadonlyMap<string, string>) {
  const seems = isFilledIn(one.suggestedConfidence) ? plain(one.suggestedQuestion) : "";
  return waiting.get(plain(question)) ?? waiting.get(seems) ?? "";
}

/** Questions without an answer, those asked most often first. */
export function unanswered(
  escalations: readonly Escalation[],
  answers: readonly Answer[],
): Unanswered[] {
  const known = new Set(
    answers
      .filter(({ answer }) => answer !== "")
      .flatMap(({ question, samples }) => [question, ...samples])
      .map(plain),
  );
  const open = answers.filter(({ answer }) => answer === "");
  const byQuestion = new Map(open.map(({ id, question }) => [plain(question), id]));
  const groups: { about: Set<string>; one: Unanswered }[] = [];
  const asked = escalations
    .filter((one) => wasInVain(one) && !known.has(plain(one.question)))
    .sort((one, other) => askedAt(other) - askedAt(one));
  for (const escalation of asked) {
    const { id, question, answer } = escalation;
    const about = subject(question);
    if (about.size === 0) continue;
    const waiting = waitingFor(escalation, byQuestion);
    const group = groups.find(({ about: other, one }) =>
      waiting || one.waiting ? waiting === one.waiting : share(about, other) >= alike,
    )?.one;
    if (!group) {
      const last = askedAt(escalation);
      const one = { id, question, ways: [], times: 1, last, reply: answer, waiting };
      groups.push({ about, one });
      continue;
    }
    group.times += 1;
    group.reply ||= answer;
    const said = [group.question, ...group.ways].map(plain);
    if (!said.includes(plain(question))) group.ways.push(question);
  }
  return groups
    .map(({ one }) => one)
    .sort((one, other) => other.times - one.times || other.last - one.last);
}
