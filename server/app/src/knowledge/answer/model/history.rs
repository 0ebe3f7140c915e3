//! The history of answers: what they were after each change, and why they changed.
use platform::Timestamp;
use sqlx::FromRow;

use super::{Answer, AnswerId};

platform::db_enum! {
    /// By what an answer changed.
    #[derive(Default)]
    Cause {
        /// Staff wrote, changed or removed it.
        #[default]
        Edit = 1,
        /// Staff trained the bot with an escalation.
        Escalation = 2,
        /// It was copied from another community.
        Copy = 3,
        /// It was read from a file.
        Import = 4,
        /// An earlier version was brought back.
        Restore = 5,
        /// Staff undid a training example.
        Undo = 6,
        /// It was so before its history began.
        Before = 7,
    }
}

/// What an answer was after one of its changes.
#[derive(Clone, Debug, FromRow)]
pub struct Version {
    pub answer_id: AnswerId,
    pub version: i64,
    pub category: String,
    pub question: String,
    #[sqlx(json)]
    pub samples: Vec<String>,
    /// Those of the samples that were learned_samples.
    #[sqlx(json)]
    pub learned_samples: Vec<String>,
    pub answer: String,
    pub source: String,
    pub valid_until: String,
    /// How often the bot had replied with it.
    pub used: i64,
    /// The answer was removed.
    pub removed: bool,
    #[sqlx(try_from = "i32")]
    pub cause: Cause,
    pub changed_by: String,
    pub changed_ms: Timestamp,
}

impl Version {
    /// What an answer is.
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

    /// That an answer is removed.
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

/// A change of an answer, by the version that it made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, FromRow)]
pub struct AnswerChange {
    pub id: AnswerId,
    pub version: i64,
}

/// What became of changes that were to be taken back.
pub struct UndoOutcome {
    /// How many were.
    pub undone: usize,
    /// The questions of the answers that stayed.
    pub kept: Vec<String>,
}
