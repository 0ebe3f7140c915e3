// Rules of test cases: which questions are equal, and how results are grouped.

import { ReplyOutcome } from "../../gen/parlor/v1/playground_service_pb";
import type { TestCase, TestOutcome } from "../../gen/parlor/v1/test_case_service_pb";

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

/** Returns whether the bot asks which question the resident means. */
export function isDisambiguation(outcome: TestOutcome | undefined): boolean {
  return outcome?.ended === ReplyOutcome.DISAMBIGUATED;
}

type TestCaseStatus = "failed" | "notRun" | "passed";

export type TestCaseGroup = { status: TestCaseStatus; cases: TestCase[] };

/** Groups by failed, not run and passed. Leaves out empty groups. */
export function groupTestCases(cases: readonly TestCase[]): TestCaseGroup[] {
  const groups: TestCaseGroup[] = [
    { status: "failed", cases: cases.filter(({ outcome }) => outcome && !outcome.passed) },
    { status: "notRun", cases: cases.filter(({ outcome }) => !outcome) },
    { status: "passed", cases: cases.filter(({ outcome }) => outcome?.passed) },
  ];
  return groups.filter((group) => group.cases.length > 0);
}
