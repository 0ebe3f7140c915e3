//! Types of the history of answers.
use platform::Timestamp;
use sqlx::FromRow;

use super::{Answer, AnswerId};

platform::db_enum! {
    /// Why an answer changed.
    #[derive(Default)]
    Cause {
        /// Staff wrote, changed or removed the answer.
        #[default]
        Edit = 1,
        /// Staff trained the bot with an escalation.
        Escalation = 2,
        /// Copied from another community.
        Copy = 3,
        /// Imported from a file.
        Import = 4,
        /// Staff restored an earlier version.
        Restore = 5,
        /// Staff undid a training example.
        Undo = 6,
        /// The content before the first recorded change.
        Before = 7,
    }
}

/// The content of an answer after a change.
#[derive(Clone, Debug, FromRow)]
pub struct Version {
    pub answer_id: AnswerId,
    pub version: i64,
    pub category: String,
    pub question: String,
    #[sqlx(json)]
    pub samples: Vec<String>,
    /// The samples that were learned from staff.
    #[sqlx(json)]
    pub learned_samples: Vec<String>,
    pub answer: String,
    pub source: String,
    pub valid_until: String,
    /// How often the bot has sent the answer.
    pub used: i64,
    /// The answer was removed.
    pub removed: bool,
    #[sqlx(try_from = "i32")]
    pub cause: Cause,
    pub changed_by: String,
    pub changed_ms: Timestamp,
}

impl Version {
    /// Returns the version with the current content of an answer.
    pub fn of(answer: &Answer, cause: Cause) -> Self {
        let Answer {
            id,
            category,
            question,
            samples,
            learned_samples,
            answer: text,
            source,
            valid_until,
            ..
        } = answer.clone();
        Self {
            answer_id: id,
            version: answer.version,
            category,
            question,
            samples,
            learned_samples,
            answer: text,
            source,
            valid_until,
            used: answer.used,
            removed: false,
            cause,
            changed_by: answer.updated_by.clone(),
            changed_ms: answer.updated_ms,
        }
    }

    /// Returns the version that records the removal of an answer.
    pub fn removal(answer: &Answer, cause: Cause, by: &str, now: Timestamp) -> Self {
        Self {
            version: answer.version + 1,
            removed: true,
            changed_by: by.to_owned(),
            changed_ms: now,
            ..Self::of(answer, cause)
        }
    }
}

/// A change to an answer, identified by the version that it created.
#[derive(Clone, Debug, PartialEq, Eq, Hash, FromRow)]
pub struct AnswerChange {
    pub id: AnswerId,
    pub version: i64,
}

/// The outcome of undoing changes.
pub struct UndoOutcome {
    /// Number of changes that were undone.
    pub undone: usize,
    /// The questions of the answers that kept their content.
    pub kept: Vec<String>,
}
