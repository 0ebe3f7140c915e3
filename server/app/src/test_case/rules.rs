//! When a test case passes, and what changed.
use platform::{Fault, Timestamp};

use super::model::{Change, MOST_CASES, Outcome, Ran, TestCase};
use crate::bot::{End, Tried};

const GONE: &str = "The answer that is expected was deleted. Expect another one, or delete this test case.";

/// A question that there is something of, without what surrounds it.
pub fn question(text: &str) -> Result<String, Fault> {
    match text.trim() {
        "" => Err(Fault::field("question", "Write the question as a resident would.")),
        text => Ok(text.to_owned()),
    }
}

/// Refuses one more than the most.
pub fn has_room(count: i64) -> Result<(), Fault> {
    if count < MOST_CASES {
        return Ok(());
    }
    Err(Fault::precondition(
        "TOO_MANY_TEST_CASES",
        "This community has 500 test cases, which is the most. Delete one that is no longer needed first.",
    ))
}

/// The refusal of a question that a test case has already.
pub fn exists() -> Fault {
    Fault::exists(
        "TEST_CASE_EXISTS",
        "There is a test case with this question already. Change what it expects instead.",
    )
}

/// Judges what the bot would do. Where several questions are answered at once, any of the answers
/// may be expected; where staff are, whoever is asked back was sent no answer either.
pub fn judge(case: TestCase, tried: &Tried, now: Timestamp) -> Ran {
    let expected = tried.replies.iter().find(|answer| answer.id.as_str() == case.answer_id);
    let came = expected.or(tried.replies.first());
    let answer_id = came.map(|answer| answer.id.to_string()).unwrap_or_default();
    let outcome = Outcome {
        passed: !case.answer_gone && tried.end != End::Courtesy && answer_id == case.answer_id,
        answer_id,
        question: came.map(|answer| answer.question.clone()).unwrap_or_default(),
        confidence: tried.confidence,
        reason: if case.answer_gone { GONE.to_owned() } else { tried.why.clone() },
        at_ms: now,
        end: Some(tried.end),
    };
    let change = change(case.outcome.as_ref(), &outcome);
    Ran { case, outcome, change }
}

fn change(before: Option<&Outcome>, after: &Outcome) -> Change {
    match before {
        None => Change::FirstRun,
        Some(before) => match (before.passed, after.passed) {
            (true, false) => Change::Broken,
            (false, true) => Change::Fixed,
            (false, false) if before.answer_id != after.answer_id => Change::Otherwise,
            _ => Change::Same,
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
    fn each_way_to_change_is_told_apart() {
        let told = |before: (bool, &str), after: (bool, &str)| {
            change(Some(&outcome(before.0, before.1)), &outcome(after.0, after.1))
        };
        assert_eq!(change(None, &outcome(true, "a")), Change::FirstRun);
        assert_eq!(told((true, "a"), (true, "a")), Change::Same);
        assert_eq!(told((true, "a"), (false, "")), Change::Broken);
        assert_eq!(told((false, ""), (true, "a")), Change::Fixed);
        assert_eq!(told((false, ""), (false, "b")), Change::Otherwise);
        assert_eq!(told((false, "b"), (false, "b")), Change::Same);
    }
}
