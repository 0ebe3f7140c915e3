// A community's answers as a file: what an export writes, and what an import makes of one.

import { create } from "@bufbuild/protobuf";
import { type Answer, AnswerSchema } from "../../../gen/parlor/v1/answer_pb";
import { readCsv, writeCsv } from "../../../lib/csv";

const columns = ["topic", "question", "answer", "source", "other ways to ask it", "holds until"];

/** What else a column may be called. */
const otherNames: Record<string, string> = {
  category: "topic",
  intent: "question",
  samples: "other ways to ask it",
};

export const mostLines = 2000;

/** Questions that wait for an answer are there too, to be filled in. */
export function toCsv(answers: readonly Answer[]): string {
  const rows = answers.map(({ topic, question, answer, source, samples, validUntil }) => [
    ...[topic, question, answer, source, samples.join("\n"), validUntil],
  ]);
  return writeCsv([columns, ...rows]);
}

export type LeftOut = { line: number; question: string; reason: string };

export type FileRead = {
  answers: Answer[];
  leftOut: LeftOut[];
  /** Questions whose answer is not filled in. */
  empty: number;
  /** It says where answers are written down. */
  hasSource: boolean;
};

/** What a file does not say of a question that is there already stays as it is. */
export function filledFrom({ answers, hasSource }: FileRead, there: readonly Answer[]): Answer[] {
  const known = new Map(there.map((one) => [one.question.trim().toLowerCase(), one]));
  return answers.map((answer) => {
    const own = known.get(answer.question.toLowerCase());
    if (!own) return answer;
    const source = hasSource ? answer.source : own.source;
    return create(AnswerSchema, { ...answer, topic: answer.topic || own.topic, source });
  });
}

const longest = { question: 1000, answer: 4000, source: 120, topic: 60 } as const;

/** What is wrong with a line; nothing where it can be taken. */
function complaint(answer: Answer, known: ReadonlySet<string>): string | undefined {
  if (answer.question === "") return "It has no question. Write one into its column.";
  if (known.has(answer.question.toLowerCase())) return "An earlier line has the same question.";
  if (answer.samples.length > 50) return "It has more than 50 other ways to ask it. Take some out.";
  for (const [name, most] of Object.entries(longest)) {
    const long = [...answer[name as keyof typeof longest]].length;
    if (long > most) return `Its ${name} has ${long} characters. Shorten it to ${most}.`;
  }
  return undefined;
}

/** The answers of a file, or in a sentence why it cannot be taken. */
export function fromCsv(text: string): FileRead | string {
  const [head = [], ...rows] = readCsv(text);
  const names = head.map((name) => name.trim().toLowerCase()).map((one) => otherNames[one] ?? one);
  const missing = ["question", "answer"].filter((name) => !names.includes(name));
  if (missing.length > 0) {
    return `The first line names no column “${missing.join("” and no column “")}”. An export of the answers has all columns.`;
  }
  if (rows.length > mostLines) return "This has more than 2,000 lines. Take some out.";
  const read: FileRead = {
    answers: [],
    leftOut: [],
    empty: 0,
    hasSource: names.includes("source"),
  };
  const known = new Set<string>();
  rows.forEach((row, at) => {
    if (row.every((value) => value.trim() === "")) return;
    const of = (name: string) => (row[names.indexOf(name)] ?? "").trim();
    const answer = create(AnswerSchema, {
      id: `line ${at + 2}`,
      topic: of("topic"),
      question: of("question"),
      answer: of("answer"),
      source: of("source"),
      samples: [
        ...new Set(
          of("other ways to ask it")
            .split(/\r?\n/)
            .flatMap((it) => it.trim() || []),
        ),
      ],
      validUntil: of("holds until"),
    });
    const reason = complaint(answer, known);
    if (reason) read.leftOut.push({ line: at + 2, question: answer.question, reason });
    else if (answer.answer === "") read.empty += 1;
    else read.answers.push(answer);
    known.add(answer.question.toLowerCase());
  });
  return read;
}

/** The text of a file; spreadsheets also write in the letters of old. */
export function textOf(bytes: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  // A workbook is an archive.
  if (first === 0x50 && second === 0x4b) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
