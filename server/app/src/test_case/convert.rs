//! Test cases in the contract's words.
use contract::v1;

use super::model::{Change, Expected, Outcome, Ran, TestCase};
use crate::playground;

/// A test case as it was read.
pub fn case(case: &TestCase) -> v1::TestCase {
    v1::TestCase {
        id: case.id.to_string(),
        community_id: case.community_id.to_string(),
        question: case.question.clone(),
        answer_id: case.answer_id.clone(),
        answer_question: case.answer_question.clone(),
        answer_gone: case.answer_gone,
        outcome: case.outcome.as_ref().map(outcome),
        created_at: Some(case.created_ms.into()),
    }
}

fn outcome(outcome: &Outcome) -> v1::TestOutcome {
    v1::TestOutcome {
        passed: outcome.passed,
        answer_id: outcome.answer_id.clone(),
        question: outcome.question.clone(),
        confidence: outcome.confidence,
        reason: outcome.reason.clone(),
        at: Some(outcome.at_ms.into()),
        ended: outcome.end.map_or(v1::ReplyOutcome::Unspecified, playground::outcome).into(),
    }
}

/// What is expected: unset is what the bot would do now.
pub fn expected(answer_id: Option<String>) -> Expected {
    answer_id.map_or(Expected::AsNow, Expected::Named)
}

/// What came of all of them.
pub fn ran(ran: &[Ran], by_meaning: bool) -> v1::RunTestCasesResponse {
    let count = |counts: &dyn Fn(&Ran) -> bool| {
        i32::try_from(ran.iter().filter(|one| counts(one)).count()).unwrap_or(i32::MAX)
    };
    v1::RunTestCasesResponse {
        results: ran.iter().map(result).collect(),
        passed: count(&|one| one.outcome.passed),
        failed: count(&|one| !one.outcome.passed),
        changed: count(&|one| !matches!(one.change, Change::Same | Change::FirstRun)),
        by_meaning,
    }
}

fn result(ran: &Ran) -> v1::TestResult {
    let Ran { case: run, outcome: after, change } = ran;
    v1::TestResult {
        test_case: Some(v1::TestCase { outcome: Some(outcome(after)), ..case(run) }),
        change: match change {
            Change::FirstRun => v1::TestChange::FirstRun,
            Change::Same => v1::TestChange::Same,
            Change::Broken => v1::TestChange::Broken,
            Change::Fixed => v1::TestChange::Fixed,
            Change::Otherwise => v1::TestChange::Otherwise,
        }
        .into(),
        before: run.outcome.as_ref().map(outcome),
    }
}
