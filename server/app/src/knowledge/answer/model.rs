//! Answers.
mod history;
pub mod limits;

use platform::{Scope, Timestamp, ids::CommunityId};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

pub use history::{AnswerChange, Cause, UndoOutcome, Version};

/// Number of characters of a question by which lists are sorted.
const SORT_KEY_LENGTH: usize = 60;
platform::ids! {
    /// An answer.
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

/// A question and its answer, which is empty while it waits for one.
#[derive(Clone, Debug, PartialEq, FromRow, Serialize, Deserialize)]
pub struct Answer {
    pub id: AnswerId,
    /// Empty when it is its company's.
    pub community_id: CommunityId,
    pub category: String,
    pub question: String,
    #[sqlx(json)]
    pub samples: Vec<String>,
    /// Those of the samples that residents texted and staff learned_samples the bot with.
    #[sqlx(json)]
    #[serde(default)]
    pub learned_samples: Vec<String>,
    pub answer: String,
    pub source: String,
    pub version: i64,
    pub used: i64,
    pub updated_by: String,
    pub updated_ms: Timestamp,
    /// The last day on which it holds, as `2026-12-31`; empty for any.
    #[serde(default)]
    pub valid_until: String,
}

impl Answer {
    /// One in its first version: of no category, with no samples, of nobody's hand and for good, unless said otherwise.
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

    /// The bot may reply with it.
    pub fn is_answered(&self) -> bool {
        !self.answer.is_empty()
    }

    /// It holds no longer on a day, written as `2026-12-31`.
    pub fn has_expired(&self, today: &str) -> bool {
        !self.valid_until.is_empty() && self.valid_until.as_str() < today
    }

    /// Whose it is.
    pub fn owner(&self) -> Owner<'_> {
        Owner::from_community(&self.community_id)
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        let samples = self.samples.iter().map(|sample| sample.len() + size_of::<String>()).sum::<usize>();
        size_of::<Self>() + self.question.len() + self.answer.len() + self.category.len() + samples
    }

    /// Its place in a list.
    pub fn key(&self) -> (String, String, String) {
        (self.category.clone(), self.sort_key(), self.id.0.clone())
    }

    /// By which it is in order within its category.
    pub fn sort_key(&self) -> String {
        self.question.to_lowercase().chars().take(SORT_KEY_LENGTH).collect()
    }

    /// In which words are found.
    pub fn search_text(&self) -> String {
        let samples = self.samples.join("\n");
        format!("{}\n{samples}\n{}", self.question, self.answer).to_lowercase()
    }
}

/// How near its last day an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpiryStatus {
    /// It is over.
    Expired,
    /// It comes within two weeks.
    Soon,
}

/// How many questions of a category are answered.
#[derive(FromRow)]
pub struct CategoryCoverage {
    pub category: String,
    pub answered: i64,
    pub total: i64,
}

/// Which answers of an owner are listed.
pub struct Listing<'a> {
    /// Search words that must all occur. Empty means all answers.
    pub query: &'a str,
    /// Those with an answer, those without, or both.
    pub answered: Option<bool>,
    /// Those whose last day is from one day to another; any if none are given.
    pub until: Option<(String, String)>,
    /// After this one.
    pub after: Option<(String, String, String)>,
    pub limit: i64,
}

/// A new answer as staff write it.
pub struct Draft {
    pub category: String,
    pub question: String,
    pub samples: Vec<String>,
    pub answer: String,
    pub source: String,
    /// The last day on which it holds; empty for any.
    pub valid_until: String,
    /// By what it comes.
    pub cause: Cause,
}

/// A change as staff make it: what is unset stays.
#[derive(Default)]
pub struct Change {
    /// The version that it was made from; 0 for whatever is there.
    pub version: i64,
    pub category: Option<String>,
    pub question: Option<String>,
    pub answer: Option<String>,
    pub source: Option<String>,
    pub valid_until: Option<String>,
    /// Ways to ask that come.
    pub add_samples: Vec<String>,
    /// Ways to ask that go.
    pub remove_samples: Vec<String>,
    /// By what it changes.
    pub cause: Cause,
}

/// A change to a community's answers that is not made yet: what is unset stays.
pub struct Proposal {
    /// The answer that would change; empty for a new one.
    pub id: AnswerId,
    pub question: Option<String>,
    pub answer: Option<String>,
    /// In addition to those that are there.
    pub samples: Vec<String>,
    /// Those that would go.
    pub remove_samples: Vec<String>,
    /// It would be removed.
    pub remove: bool,
}

/// What becomes of an answer by a file.
#[derive(Debug)]
pub struct Difference {
    /// Nothing for one that is new.
    pub before: Option<Answer>,
    /// One that is new has no id yet.
    pub after: Answer,
}

/// A line of a file that was left out.
#[derive(Debug)]
pub struct Rejected {
    /// Which line, counted from 1.
    pub line: u32,
    /// The question in it.
    pub question: String,
    /// Why, and what to do about it.
    pub reason: String,
}

/// What a file makes of a community's answers.
#[derive(Debug, Default)]
pub struct ImportPlan {
    pub differences: Vec<Difference>,
    /// How many lines say what is known.
    pub unchanged: usize,
    /// How many say something else of what has an answer, which stays.
    pub kept: usize,
    /// How many have no answer, for a question that is not there.
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

/// What staff train the bot.
pub struct TrainingExample<'a> {
    /// The question in staff's words.
    pub question: &'a str,
    /// The resident's words.
    pub sample: &'a str,
    /// The answer.
    pub answer: &'a str,
    /// The category; empty keeps that of an answer that is there.
    pub category: &'a str,
    /// The category of a new answer if `category` is empty.
    pub new_category: &'a str,
    /// Who teaches.
    pub by: &'a str,
}

impl TrainingExample<'_> {
    /// Returns the category of a new answer.
    pub fn category_of_new(&self) -> &str {
        if self.category.trim().is_empty() { self.new_category } else { self.category }
    }
}

/// What was learned_samples: with its version in the history enough to undo_training it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingRecord {
    pub id: AnswerId,
    /// The version that teaching made.
    pub version: i64,
    /// What was there before; nothing when it is new.
    pub before: Option<Answer>,
}

/// Questions with the same key are one question: case, spaces and the closing mark do not count.
pub fn question_key(question: &str) -> String {
    let folded = question.to_lowercase();
    folded.trim_end_matches(['?', '!', '.', ' ']).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_spaces_and_the_closing_mark_do_not_make_another_question() {
        assert_eq!(question_key("  Can I  park\there? "), question_key("can i park here"));
        assert_ne!(question_key("Can I park here?"), question_key("Can I park there?"));
    }
}
