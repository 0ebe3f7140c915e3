// Test cases in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  type TestCase,
  TestCaseSchema,
  TestCaseService,
  TestChange,
  TestOutcomeSchema,
} from "../../../gen/parlor/v1/test_case_service_pb";
import type { Db } from "../db";
import { createError, notFound } from "../errors";
import { findCommunity } from "../lookup";
import { bestMatch } from "../seed/decisions";

export function registerTestCaseHandlers(router: ConnectRouter, db: Db): void {
  const casesOf = (communityId: string) =>
    db.testCases.filter((one) => one.communityId === communityId);
  const best = (communityId: string, question: string) =>
    bestMatch(
      db.answers.filter((answer) => answer.communityId === communityId),
      question,
    );
  const mustBeNew = (communityId: string, question: string, id = "") => {
    const same = (one: TestCase) => one.question.toLowerCase() === question.toLowerCase();
    if (casesOf(communityId).some((one) => one.id !== id && same(one))) {
      throw createError(Code.AlreadyExists, "TEST_CASE_EXISTS", "There is a test case already.");
    }
  };
  const withAnswer = (testCase: TestCase) => {
    const answer = db.answers.find(({ id }) => id === testCase.answerId);
    testCase.answerGone = testCase.answerId !== "" && !answer;
    if (answer) testCase.answerQuestion = answer.question;
    return testCase;
  };
  const changeOf = (before: TestCase["outcome"], passed: boolean, answerId: string) => {
    if (!before) return TestChange.FIRST_RUN;
    if (before.passed !== passed) return passed ? TestChange.FIXED : TestChange.BROKEN;
    return passed || before.answerId === answerId
      ? TestChange.SAME
      : TestChange.STILL_FAILING_DIFFERENTLY;
  };

  router.service(TestCaseService, {
    listTestCases({ communityId }) {
      findCommunity(db, communityId);
      const copies = casesOf(communityId).map((one) => withAnswer(clone(TestCaseSchema, one)));
      return { testCases: copies.reverse() };
    },
    createTestCase({ communityId, question, answerId }) {
      mustBeNew(communityId, question);
      const testCase = create(TestCaseSchema, {
        id: db.id("case"),
        communityId,
        question: question.trim(),
        answerId: answerId ?? best(communityId, question)?.answer.id ?? "",
        createdAt: timestampFromMs(db.now()),
      });
      db.testCases.push(withAnswer(testCase));
      return { testCase: clone(TestCaseSchema, testCase) };
    },
    updateTestCase({ communityId, id, question, answerId }) {
      const testCase = casesOf(communityId).find((one) => one.id === id);
      if (!testCase) throw notFound();
      mustBeNew(communityId, question ?? testCase.question, id);
      testCase.question = question ?? testCase.question;
      testCase.answerId = answerId ?? testCase.answerId;
      delete testCase.outcome;
      return { testCase: clone(TestCaseSchema, withAnswer(testCase)) };
    },
    deleteTestCase({ id }) {
      if (db.testCases.every((one) => one.id !== id)) throw notFound();
      db.testCases = db.testCases.filter((one) => one.id !== id);
      return {};
    },
    runTestCases({ communityId }) {
      const results = casesOf(communityId).map((one) => {
        const found = best(communityId, one.question);
        const answerId = found?.answer.id ?? "";
        const passed = !withAnswer(one).answerGone && answerId === one.answerId;
        const before = one.outcome;
        const change = changeOf(before, passed, answerId);
        one.outcome = create(TestOutcomeSchema, {
          passed,
          answerId,
          question: found?.answer.question ?? "",
          confidence: found?.confidence ?? 0,
          reason: one.answerGone
            ? "The expected answer was deleted."
            : found
              ? `Replied with the answer to "${found.answer.question}".`
              : "No matching answer; sent to your team.",
          at: timestampFromMs(db.now()),
        });
        return { testCase: clone(TestCaseSchema, one), change, ...(before ? { before } : {}) };
      });
      const passed = results.filter(({ testCase }) => testCase.outcome?.passed).length;
      const changed = results.filter(
        ({ change }) => change !== TestChange.SAME && change !== TestChange.FIRST_RUN,
      ).length;
      return { results: results.reverse(), passed, failed: results.length - passed, changed };
    },
  });
}
