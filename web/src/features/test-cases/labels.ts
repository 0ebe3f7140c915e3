// Labels and groups of test cases.

import { ReplyOutcome } from "../../gen/parlor/v1/playground_service_pb";
import {
  type TestCase,
  TestChange,
  type TestOutcome,
} from "../../gen/parlor/v1/test_case_service_pb";
import { formatPercent } from "../../lib/format-percent";

/** Answer id of a test case that expects staff. */
export const staffOption = "";

/** Key of equal questions. Ignores case, spaces and closing punctuation. */
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

/** Returns whether the bot asks which question the resident means. */
export function isDisambiguation(outcome: TestOutcome | undefined): boolean {
  return outcome?.ended === ReplyOutcome.DISAMBIGUATED;
}

/** Returns the actual result with its confidence. */
export function actualLabel(outcome: TestOutcome): string {
  const { answerId, question, confidence } = outcome;
  if (isDisambiguation(outcome)) return "Asked “Did you mean…”";
  const sure = confidence > 0 ? ` (${formatPercent(confidence)} confidence)` : "";
  if (answerId !== "") return `“${question}”${sure}`;
  return confidence > 0 ? `Your team (closest answer ${formatPercent(confidence)})` : "Your team";
}

type ChangeMark = { tone: "danger" | "success" | "warning"; label: string };

const marks: Partial<Record<TestChange, ChangeMark>> = {
  [TestChange.BROKEN]: { tone: "danger", label: "Passed before" },
  [TestChange.FIXED]: { tone: "success", label: "Failed before" },
  [TestChange.STILL_FAILING_DIFFERENTLY]: {
    tone: "warning",
    label: "Had a different result before",
  },
};

/** Returns the mark of a changed result; undefined if unchanged. */
export function toChangeMark(change: TestChange | undefined): ChangeMark | undefined {
  return change === undefined ? undefined : marks[change];
}

export type TestCaseGroup = { title: string; cases: TestCase[] };

/** Groups by failed, not run and passed. Leaves out empty groups. */
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

export const labels = {
  testCases: "Test cases",
  runAll: "Run all",
  noTestCases: "No test cases yet. Ask a question on the test phone and save it as a test case.",
  teamOption: "Goes to your team",
  questionMissing: "Enter a question.",
  edit: (question: string) => `Edit: ${question}`,
  delete: (question: string) => `Delete: ${question}`,
  addTestCase: "Add a test case",
  question: "Question from a resident",
  expectedResult: "Expected result",
  chooseAnswer: "Choose an answer",
  save: "Save",
  add: "Add",
  cancel: "Cancel",
  expected: "Expected",
  actual: "Actual",
  savedAsCase: "Saved as test case",
  saveFailed: "Couldn't save the test case.",
  saveAsCase: "Save as test case",
  saveTextAsCase: (body: string) => `Save as test case: ${body}`,
} as const;
