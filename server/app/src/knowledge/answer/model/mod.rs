//! Types of answers.
mod history;
pub mod limits;

use platform::{Scope, Timestamp, ids::CommunityId};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

pub use history::{AnswerChange, Cause, UndoOutcome, Version};

/// Number of characters of a question by which lists are sorted.
const SORT_KEY_LENGTH: usize = 60;
platform::ids! {
    /// ID of an answer.
    AnswerId;
}

/// Owner of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner<'a> {
    Community(&'a CommunityId),
    /// The scope's company, which shares the answer with all its communities.
    Company,
}

impl<'a> Owner<'a> {
    /// Returns the owner of an answer with this `community_id`; an empty one means the company.
    pub fn from_community(community: &'a CommunityId) -> Self {
        if community.0.is_empty() { Self::Company } else { Self::Community(community) }
    }

    /// Returns the `community_id` of the owner's answers: empty for the company.
    pub fn community(self) -> CommunityId {
        self.community_id().unwrap_or_default().into()
    }

    /// Returns the value of the column `community_id`.
    pub fn community_id(self) -> Option<&'a str> {
        match self {
            Self::Community(id) => Some(id.as_str()),
            Self::Company => None,
        }
    }

    /// Returns the value of the column `company_id`.
    pub fn company_id(self, scope: &'a Scope) -> Option<&'a str> {
        match self {
            Self::Community(_) => None,
            Self::Company => Some(scope.company().as_str()),
        }
    }

    /// Returns the value of the column `owner_id`.
    pub fn id(self, scope: &'a Scope) -> &'a str {
        self.community_id().unwrap_or_else(|| scope.company().as_str())
    }
}

/// A question and its answer. The answer is empty while the question is unanswered.
#[derive(Clone, Debug, PartialEq, FromRow, Serialize, Deserialize)]
pub struct Answer {
    pub id: AnswerId,
    /// Empty for an answer of the company.
    pub community_id: CommunityId,
    pub category: String,
    pub question: String,
    #[sqlx(json)]
    pub samples: Vec<String>,
    /// The samples that were learned from staff: residents' texts with which staff trained the bot.
    #[sqlx(json)]
    #[serde(default)]
    pub learned_samples: Vec<String>,
    pub answer: String,
    pub source: String,
    pub version: i64,
    pub used: i64,
    pub updated_by: String,
    pub updated_ms: Timestamp,
    /// The last day on which the answer is valid, as `2026-12-31`. Empty if it does not expire.
    #[serde(default)]
    pub valid_until: String,
}

impl Answer {
    /// Creates version 1 of an answer without category, samples, author and expiry.
    pub fn new(
        id: AnswerId,
        community_id: CommunityId,
        question: impl Into<String>,
        answer: impl Into<String>,
        updated_ms: Timestamp,
    ) -> Self {
        Self {
            id,
            community_id,
            category: String::new(),
            question: question.into(),
            samples: vec![],
            learned_samples: vec![],
            answer: answer.into(),
            source: String::new(),
            version: 1,
            used: 0,
            updated_by: String::new(),
            updated_ms,
            valid_until: String::new(),
        }
    }

    /// Returns whether there is an answer text, which the bot may send.
    pub fn is_answered(&self) -> bool {
        !self.answer.is_empty()
    }

    /// Returns whether a sample question of the answer was learned from staff.
    pub fn is_learned(&self) -> bool {
        !self.learned_samples.is_empty()
    }

    /// Returns whether the answer has expired on `today`, written as `2026-12-31`.
    pub fn has_expired(&self, today: &str) -> bool {
        !self.valid_until.is_empty() && self.valid_until.as_str() < today
    }

    /// Returns the owner.
    pub fn owner(&self) -> Owner<'_> {
        Owner::from_community(&self.community_id)
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let samples = self.samples.iter().map(|sample| sample.len() + size_of::<String>()).sum::<usize>();
        size_of::<Self>() + self.question.len() + self.answer.len() + self.category.len() + samples
    }

    /// Returns the position in lists that are sorted by category and question.
    pub fn key(&self) -> (String, String, String) {
        (self.category.clone(), self.sort_key(), self.id.0.clone())
    }

    /// Returns the key that sorts answers within a category.
    pub fn sort_key(&self) -> String {
        self.question.to_lowercase().chars().take(SORT_KEY_LENGTH).collect()
    }

    /// Returns the text that searches match.
    pub fn search_text(&self) -> String {
        let samples = self.samples.join("\n");
        format!("{}\n{samples}\n{}", self.question, self.answer).to_lowercase()
    }
}

/// How close an answer is to its expiry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpiryStatus {
    /// Expired already.
    Expired,
    /// Expires within 14 days.
    Soon,
}

/// Number of answered questions of a category.
#[derive(FromRow)]
pub struct CategoryCoverage {
    pub category: String,
    pub answered: i64,
    pub total: i64,
}

/// Filter and position of a list of answers.
pub struct Listing<'a> {
    /// Search words that must all occur. Empty means all answers.
    pub query: &'a str,
    /// Only answered or only unanswered questions; unset means both.
    pub answered: Option<bool>,
    /// First and last expiry date; unset means any.
    pub until: Option<(String, String)>,
    /// The position after which the page starts.
    pub after: Option<(String, String, String)>,
    pub limit: i64,
}

/// A search in the answers of all communities that a scope sees.
pub struct CompanySearch<'a> {
    /// Search words that must all occur.
    pub query: &'a str,
    /// IDs of the communities whose answers come first.
    pub first: &'a [String],
    pub limit: i64,
}

/// A new answer.
pub struct Draft {
    pub category: String,
    pub question: String,
    pub samples: Vec<String>,
    pub answer: String,
    pub source: String,
    /// The last day on which the answer is valid. Empty if it does not expire.
    pub valid_until: String,
    /// The cause that the history records.
    pub cause: Cause,
}

/// A change to an answer. Unset fields keep their value.
#[derive(Default)]
pub struct AnswerEdit {
    /// The version that the caller has seen; 0 means any.
    pub version: i64,
    pub category: Option<String>,
    pub question: Option<String>,
    pub answer: Option<String>,
    pub source: Option<String>,
    pub valid_until: Option<String>,
    /// Sample questions to add.
    pub add_samples: Vec<String>,
    /// Sample questions to remove.
    pub remove_samples: Vec<String>,
    /// The cause that the history records.
    pub cause: Cause,
}

/// A change to a community's answers that is only evaluated. Unset fields keep their value.
pub struct Proposal {
    /// The answer to change; empty for a new one.
    pub id: AnswerId,
    pub question: Option<String>,
    pub answer: Option<String>,
    /// Samples to add to the existing ones.
    pub samples: Vec<String>,
    /// Samples to remove.
    pub remove_samples: Vec<String>,
    /// Whether the answer is removed.
    pub remove: bool,
}

/// The effect of an import on one answer.
#[derive(Debug)]
pub struct Difference {
    /// `None` for a new answer.
    pub before: Option<Answer>,
    /// A new answer has no ID yet.
    pub after: Answer,
}

/// A rejected line of a file.
#[derive(Debug)]
pub struct Rejected {
    /// Number of the line, from 1.
    pub line: u32,
    /// The question in the line, shortened.
    pub question: String,
    /// Why the line was rejected and what to do about it.
    pub reason: String,
}

/// The effects of an import on a community's answers.
#[derive(Debug, Default)]
pub struct ImportPlan {
    pub differences: Vec<Difference>,
    /// Number of lines without changes.
    pub unchanged: usize,
    /// Number of lines that differ from an existing answer, which is kept.
    pub kept: usize,
    /// Number of lines that have no answer, for a question that does not exist.
    pub unanswered: usize,
    pub rejected: Vec<Rejected>,
}

/// A community's own answers and its company's answers for all communities.
pub struct CommunityAnswers {
    pub own: Vec<Answer>,
    pub shared: Vec<Answer>,
}

/// The answers that the bot uses for a community, and those that it would use after a change.
pub struct ProposedKnowledge {
    pub current: Vec<Answer>,
    pub proposed: Vec<Answer>,
}

/// A training example for the bot.
pub struct TrainingExample<'a> {
    /// The question as staff phrased it.
    pub question: &'a str,
    /// The text of the resident.
    pub sample: &'a str,
    /// The answer that staff gave.
    pub answer: &'a str,
    /// The category; empty keeps the category of an existing answer.
    pub category: &'a str,
    /// The category of a new answer if `category` is empty.
    pub new_category: &'a str,
    /// Name of the user who trains the bot.
    pub by: &'a str,
}

impl TrainingExample<'_> {
    /// Returns the category of a new answer.
    pub fn category_of_new(&self) -> &str {
        if self.category.trim().is_empty() { self.new_category } else { self.category }
    }
}

/// The outcome of training, which is sufficient to undo it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingRecord {
    pub id: AnswerId,
    /// The version that training created.
    pub version: i64,
    /// The answer before training; `None` for a new answer.
    pub before: Option<Answer>,
}

/// Returns the key by which questions are compared: case, whitespace and closing punctuation are ignored.
pub fn question_key(question: &str) -> String {
    let folded = question.to_lowercase();
    folded.trim_end_matches(['?', '!', '.', ' ']).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn question_keys_ignore_case_spaces_and_the_question_mark() {
        assert_eq!(question_key("  Can I  park\there? "), question_key("can i park here"));
        assert_ne!(question_key("Can I park here?"), question_key("Can I park there?"));
    }
}
