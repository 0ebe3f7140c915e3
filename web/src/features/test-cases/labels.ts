// What is said of test cases, and in which order they are shown.

import { ReplyOutcome } from "../../gen/parlor/v1/playground_service_pb";
import {
  type TestCase,
  TestChange,
  type TestOutcome,
} from "../../gen/parlor/v1/test_case_service_pb";
import { formatPercent } from "../../lib/confidence";

/** Who is expected where no answer is. */
export const staffOption = "";

/** Questions with the same key are one: case, spaces and the closing mark do not count. */
export function questionKey(question: string): string {
  return question
    .toLowerCase()
    .replace(/[?!.\s]+$/, "")
    .trim()
    .replace(/\s+/g, " ");
}

export function expectedLabel({ answerId, answerQuestion, answerGone }: TestCase): string {
  if (answerId === staffOption) return "Your team";
  return answerGone ? `“${answerQuestion}”, which was deleted` : `“${answerQuestion}”`;
}

/** The resident would be asked which question they mean. */
export function isDisambiguation(outcome: TestOutcome | undefined): boolean {
  return outcome?.ended === ReplyOutcome.ASKED_BACK;
}

/** What came, and how sure the bot was of it. */
export function actualLabel(outcome: TestOutcome): string {
  const { answerId, question, confidence } = outcome;
  if (isDisambiguation(outcome)) return "Asked which question they meant";
  const sure = confidence > 0 ? ` (${formatPercent(confidence)} confidence)` : "";
  if (answerId !== "") return `“${question}”${sure}`;
  return confidence > 0 ? `Your team (nearest ${formatPercent(confidence)})` : "Your team";
}

type ChangeMark = { tone: "danger" | "success" | "warning"; words: string };

const marks: Partial<Record<TestChange, ChangeMark>> = {
  [TestChange.BROKEN]: { tone: "danger", words: "Passed before" },
  [TestChange.FIXED]: { tone: "success", words: "Failed before" },
  [TestChange.STILL_FAILING_DIFFERENTLY]: {
    tone: "warning",
    words: "Had a different result before",
  },
};

/** What changed since the last run; nothing where nothing did. */
export function toChangeMark(change: TestChange | undefined): ChangeMark | undefined {
  return change === undefined ? undefined : marks[change];
}

export type TestCaseGroup = { title: string; cases: TestCase[] };

/** Failed first, then what was never run, then what passed; empty groups are not there. */
export function groupTestCases(cases: readonly TestCase[]): TestCaseGroup[] {
  const groups = [
    { title: "Failed", cases: cases.filter(({ outcome }) => outcome && !outcome.passed) },
    { title: "Not run yet", cases: cases.filter(({ outcome }) => !outcome) },
    { title: "Passed", cases: cases.filter(({ outcome }) => outcome?.passed) },
  ];
  return groups.filter(({ cases: those }) => those.length > 0);
}

export function runSummary(passed: number, failed: number, changed: number): string {
  const parts = [];
  if (failed > 0) parts.push(`${failed} failed`);
  parts.push(failed === 0 ? `All ${passed} passed` : `${passed} passed`);
  if (changed > 0) parts.push(`${changed} changed since the last run`);
  return `${parts.join(" · ")}.`;
}
