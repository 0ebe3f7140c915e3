//! Conversion of test cases from and to the contract.
use contract::v1;

use super::model::{Expectation, Outcome, OutcomeChange, TestCase, TestRun};
use crate::simulation::playground;

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

/// Returns the expectation; unset means the reply that the bot sends now.
pub fn expectation(answer_id: Option<String>) -> Expectation {
    answer_id.map_or(Expectation::CurrentReply, Expectation::Answer)
}

/// Converts the results of a run.
pub fn runs(runs: &[TestRun], by_meaning: bool) -> v1::RunTestCasesResponse {
    let count = |counts: &dyn Fn(&TestRun) -> bool| {
        i32::try_from(runs.iter().filter(|one| counts(one)).count()).unwrap_or(i32::MAX)
    };
    v1::RunTestCasesResponse {
        results: runs.iter().map(result).collect(),
        passed: count(&|one| one.outcome.passed),
        failed: count(&|one| !one.outcome.passed),
        changed: count(&|one| !matches!(one.change, OutcomeChange::Same | OutcomeChange::FirstRun)),
        by_meaning,
    }
}

fn result(run: &TestRun) -> v1::TestResult {
    let TestRun { case: before, outcome: after, change } = run;
    v1::TestResult {
        test_case: Some(v1::TestCase { outcome: Some(outcome(after)), ..case(before) }),
        change: match change {
            OutcomeChange::FirstRun => v1::TestChange::FirstRun,
            OutcomeChange::Same => v1::TestChange::Same,
            OutcomeChange::Broken => v1::TestChange::Broken,
            OutcomeChange::Fixed => v1::TestChange::Fixed,
            OutcomeChange::FailsDifferently => v1::TestChange::StillFailingDifferently,
        }
        .into(),
        before: before.outcome.as_ref().map(outcome),
    }
}
