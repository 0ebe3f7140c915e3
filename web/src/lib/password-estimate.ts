// Estimates how hard a password is to guess, like the server (session/password_strength.rs).
// Contains lists of 57,000 common passwords and words, so it is loaded only where a password is
// chosen.

import { type Match, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { type PasswordOwner, type Reason, rules } from "./password-rules";

export type Estimate = {
  /** From 0, easy to guess, to 4. */
  score: number;
  /** Why the server refuses the password. Unset if it is accepted. */
  reason?: Reason;
};

type Stem = { text: string; reason: Reason };

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: rules.scoredLength,
});

const words = (text: string) => text.split(/[^\p{Alphabetic}\p{N}]+/u);

/** Parts of the owner's address and name, the company's name and the product's name. */
function stemsOf({ email = "", firstName = "", lastName = "", company = "" }: PasswordOwner) {
  const [local = "", domain = ""] = email.split(/@(.*)/s);
  const labels = domain.slice(0, Math.max(0, domain.lastIndexOf(".")));
  const groups: [Reason, string[]][] = [
    ["email", [email]],
    ["name", [...words(firstName), ...words(lastName)]],
    ["company", words(company)],
    ["product", [rules.product]],
    ["email", [local, domain, ...words(local), ...words(labels)]],
  ];
  return groups
    .flatMap(([reason, texts]) => texts.map((text) => ({ text: text.toLowerCase(), reason })))
    .filter(({ text }) => [...text].length >= rules.minStemLength);
}

/** Removes separators at both ends, and reduces each run of separators to its first character. */
function withoutSeparators(text: string): string {
  return text
    .replace(/^[^\p{Alphabetic}\p{N}]+|[^\p{Alphabetic}\p{N}]+$/gu, "")
    .replace(/([^\p{Alphabetic}\p{N}])[^\p{Alphabetic}\p{N}]+/gu, "$1");
}

function without(password: string, stems: readonly Stem[]) {
  let rest = password.toLowerCase();
  const reason = stems.find(({ text }) => rest.includes(text))?.reason;
  if (!reason) return undefined;
  for (const { text } of stems.toSorted((a, b) => b.text.length - a.text.length)) {
    rest = rest.replaceAll(text, "");
  }
  return { rest: withoutSeparators(rest), reason };
}

/** Explains the longest recognized part of a password. */
function reasonOf(sequence: readonly Match[], stems: readonly Stem[]): Reason {
  const patterns = sequence.filter(({ pattern }) => !/^(bruteforce|separator)$/.test(pattern));
  const [longest] = patterns.toSorted((a, b) => b.token.length - a.token.length);
  if (longest?.pattern === "repeat") return "repeat";
  return stems.find(({ text }) => text === longest?.matchedWord)?.reason ?? "common";
}

/** Estimates a password of at least 12 characters. */
export function estimate(password: string, owner: PasswordOwner): Estimate {
  const scored = [...password].slice(0, rules.scoredLength).join("");
  const stems = stemsOf(owner);
  const inputs = stems.map(({ text }) => text);
  const { score, sequence } = estimator.check(scored, inputs);
  const found = without(scored, stems);
  if (found && estimator.check(found.rest, inputs).score < rules.minScoreWithoutStems) {
    return { score: Math.min(score, 1), reason: found.reason };
  }
  return score < rules.minScore ? { score, reason: reasonOf(sequence, stems) } : { score };
}
