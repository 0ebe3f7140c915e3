// Copy of test cases and of their results.

import { outcomeLabels } from "../../entities/bot-outcome/labels";
import {
  type TestCase,
  TestChange,
  type TestOutcome,
} from "../../gen/parlor/v1/test_case_service_pb";
import { formatPercent } from "../../lib/format-number";
import { isDisambiguation, staffOption } from "./rules";

export function expectedLabel({ answerId, answerQuestion, answerGone }: TestCase): string {
  if (answerId === staffOption) return "Your team";
  return answerGone ? `“${answerQuestion}”, which was deleted` : `“${answerQuestion}”`;
}

/** Returns the actual result with its confidence. */
export function actualLabel(outcome: TestOutcome): string {
  const { answerId, question, confidence } = outcome;
  if (isDisambiguation(outcome)) return outcomeLabels.disambiguated;
  const certainty = confidence > 0 ? ` (${formatPercent(confidence)} confidence)` : "";
  if (answerId !== "") return `“${question}”${certainty}`;
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

export const groupTitles = { failed: "Failed", notRun: "Not run yet", passed: "Passed" } as const;

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
