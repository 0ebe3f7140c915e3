//! Validation and judging of test cases.
use platform::{ErrorReason, Fault, Timestamp};

use super::model::{MAX_CASES, Outcome, OutcomeChange, TestCase, TestRun};
use crate::bot::{SimulatedOutcome, SimulatedReply};

const GONE: &str = "The expected answer was deleted. Choose another one, or delete this test case.";

/// Returns a question without surrounding whitespace; fails if it is empty.
pub fn question(text: &str) -> Result<String, Fault> {
    match text.trim() {
        "" => Err(Fault::field("question", "Enter the question as a resident would ask it.")),
        text => Ok(text.to_owned()),
    }
}

/// Fails with `TOO_MANY_TEST_CASES` if the community already has 500 test cases.
pub fn require_room(count: i64) -> Result<(), Fault> {
    if count < MAX_CASES {
        return Ok(());
    }
    Err(Fault::precondition(
        ErrorReason::TooManyTestCases,
        "This community has 500 test cases, which is the limit. Delete one that is no longer needed first.",
    ))
}

/// The fault for a question that another test case has.
pub fn question_exists() -> Fault {
    Fault::exists(
        ErrorReason::TestCaseExists,
        "There is already a test case with this question. Edit its expected answer instead.",
    )
}

/// Judges a simulated reply. If the reply has several answers, any of them satisfies the expectation;
/// a disambiguation counts as sending no answer.
pub fn judge(case: TestCase, simulated: &SimulatedReply, now: Timestamp) -> TestRun {
    let expected = simulated.answers.iter().find(|answer| answer.id.as_str() == case.answer_id);
    let sent = expected.or(simulated.answers.first());
    let answer_id = sent.map(|answer| answer.id.to_string()).unwrap_or_default();
    let outcome = Outcome {
        passed: !case.answer_gone
            && simulated.outcome != SimulatedOutcome::SmallTalk
            && answer_id == case.answer_id,
        answer_id,
        question: sent.map(|answer| answer.question.clone()).unwrap_or_default(),
        confidence: simulated.confidence,
        reason: if case.answer_gone { GONE.to_owned() } else { simulated.why.clone() },
        at_ms: now,
        end: Some(simulated.outcome),
    };
    let change = compare(case.outcome.as_ref(), &outcome);
    TestRun { case, outcome, change }
}

fn compare(before: Option<&Outcome>, after: &Outcome) -> OutcomeChange {
    match before {
        None => OutcomeChange::FirstRun,
        Some(before) => match (before.passed, after.passed) {
            (true, false) => OutcomeChange::Broken,
            (false, true) => OutcomeChange::Fixed,
            (false, false) if before.answer_id != after.answer_id => OutcomeChange::FailsDifferently,
            _ => OutcomeChange::Same,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(passed: bool, answer: &str) -> Outcome {
        Outcome {
            passed,
            answer_id: answer.into(),
            question: String::new(),
            confidence: 0.0,
            reason: String::new(),
            at_ms: Timestamp(0),
            end: None,
        }
    }

    #[test]
    fn each_kind_of_outcome_change_is_recognized() {
        let compare_outcomes = |before: (bool, &str), after: (bool, &str)| {
            compare(Some(&outcome(before.0, before.1)), &outcome(after.0, after.1))
        };
        assert_eq!(compare(None, &outcome(true, "a")), OutcomeChange::FirstRun);
        assert_eq!(compare_outcomes((true, "a"), (true, "a")), OutcomeChange::Same);
        assert_eq!(compare_outcomes((true, "a"), (false, "")), OutcomeChange::Broken);
        assert_eq!(compare_outcomes((false, ""), (true, "a")), OutcomeChange::Fixed);
        assert_eq!(compare_outcomes((false, ""), (false, "b")), OutcomeChange::FailsDifferently);
        assert_eq!(compare_outcomes((false, "b"), (false, "b")), OutcomeChange::Same);
    }
}
