//! Test cases and their outcomes.
use platform::{Timestamp, ids::CommunityId};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::bot::SimulatedOutcome;

/// Maximum number of test cases of a community.
pub const MAX_CASES: i64 = 500;
platform::ids! {
    /// The id of a test case.
    TestCaseId;
}

/// A question and the outcome that is expected.
#[derive(Clone, Debug, FromRow)]
pub struct TestCase {
    pub id: TestCaseId,
    pub community_id: CommunityId,
    pub question: String,
    /// The expected answer; empty if an escalation is expected.
    pub answer_id: String,
    /// The question of the expected answer; its last known question if the answer was deleted.
    pub answer_question: String,
    /// Whether the expected answer was deleted.
    pub answer_gone: bool,
    /// Increases with each change, so that an outcome is never stored for another question.
    pub version: i64,
    /// The outcome of the last run; unset before the first run.
    #[sqlx(json(nullable))]
    pub outcome: Option<Outcome>,
    pub created_ms: Timestamp,
}

/// The outcome of a test case in one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    pub passed: bool,
    /// The answer that the bot sends; empty if it escalates the question.
    pub answer_id: String,
    /// The question of that answer; empty if the bot escalates.
    pub question: String,
    /// The confidence of the best answer, whether or not it is sent.
    pub confidence: f64,
    /// The reason of the decision, as staff read it.
    pub reason: String,
    pub at_ms: Timestamp,
    /// Unset for outcomes that were stored before this field existed.
    #[serde(default)]
    pub end: Option<SimulatedOutcome>,
}

/// How an outcome differs from the one of the last run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeChange {
    /// There is no earlier run.
    FirstRun,
    /// The outcome is the same.
    Same,
    /// It passed and fails now.
    Broken,
    /// It failed and passes now.
    Fixed,
    /// It still fails, with a different answer.
    FailsDifferently,
}

/// One run of a test case.
pub struct TestRun {
    pub case: TestCase,
    pub outcome: Outcome,
    pub change: OutcomeChange,
}

/// The outcome that a caller expects.
pub enum Expectation {
    /// The answer with this id; an escalation if it is empty.
    Answer(String),
    /// The outcome that the bot produces now.
    CurrentReply,
}
