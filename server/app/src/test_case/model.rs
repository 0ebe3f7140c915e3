//! Test cases.
use platform::{Timestamp, ids::CommunityId};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::bot::End;

/// The most of a community.
pub const MOST_CASES: i64 = 500;
platform::ids! {
    /// A test case.
    TestCaseId;
}

/// A question and what is expected.
#[derive(Clone, Debug, FromRow)]
pub struct TestCase {
    pub id: TestCaseId,
    pub community_id: CommunityId,
    pub question: String,
    /// The answer that is expected; empty when staff are.
    pub answer_id: String,
    /// The question of that answer; the last one that is known if the answer is gone.
    pub answer_question: String,
    /// The answer that is expected is not there any more.
    pub answer_gone: bool,
    /// Counts up with each change, so that an outcome is never that of another question.
    pub version: i64,
    /// Of the last run; nothing before the first.
    #[sqlx(json(nullable))]
    pub outcome: Option<Outcome>,
    pub created_ms: Timestamp,
}

/// What came of a test case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    pub passed: bool,
    /// The answer that came; empty when staff would get the question.
    pub answer_id: String,
    /// Its question; empty when staff would get it.
    pub question: String,
    /// Of the best answer, also where it would not be sent.
    pub confidence: f64,
    /// In plain words.
    pub reason: String,
    pub at_ms: Timestamp,
    /// How it ended; nothing of a run before that was kept.
    #[serde(default)]
    pub end: Option<End>,
}

/// What is otherwise than at the last run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// There was none.
    FirstRun,
    /// Nothing.
    Same,
    /// It passed, and fails.
    Broken,
    /// It failed, and passes.
    Fixed,
    /// It fails as before, in another way.
    Otherwise,
}

/// A test case that was run.
pub struct Ran {
    pub case: TestCase,
    pub outcome: Outcome,
    pub change: Change,
}

/// What is expected.
pub enum Expected {
    /// This answer; staff, if it is empty.
    Named(String),
    /// What the bot would do now.
    AsNow,
}
