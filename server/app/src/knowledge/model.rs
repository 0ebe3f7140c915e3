//! Answers.
use platform::{Timestamp, ids::CommunityId};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

/// So much of a question orders a list.
const SORTED_BY: usize = 60;
/// The longest question, and the longest sample, in characters.
pub const MOST_QUESTION: usize = 1_000;
/// The most answers of a community.
pub const MOST_ANSWERS: i64 = 2_000;
platform::ids! {
    /// An answer.
    AnswerId;
}

/// A question and its answer.
#[derive(Clone, Debug, PartialEq, FromRow, Serialize, Deserialize)]
pub struct Answer {
    pub id: AnswerId,
    pub community_id: CommunityId,
    pub topic: String,
    pub question: String,
    #[sqlx(json)]
    pub samples: Vec<String>,
    pub answer: String,
    pub source: String,
    pub version: i64,
    pub used: i64,
    pub updated_by: String,
    pub updated_ms: Timestamp,
}

impl Answer {
    /// Its place in a list.
    pub fn key(&self) -> (String, String, String) {
        (self.topic.clone(), self.sort_key(), self.id.0.clone())
    }

    /// By which it is in order within its topic.
    pub fn sort_key(&self) -> String {
        self.question.to_lowercase().chars().take(SORTED_BY).collect()
    }

    /// In which words are found.
    pub fn words(&self) -> String {
        let samples = self.samples.join("\n");
        format!("{}\n{samples}\n{}", self.question, self.answer).to_lowercase()
    }
}

/// What staff teach the bot.
pub struct Lesson<'a> {
    /// The question in staff's words.
    pub question: &'a str,
    /// The resident's words.
    pub sample: &'a str,
    /// The answer.
    pub answer: &'a str,
    /// The category; empty keeps that of an answer that is there.
    pub topic: &'a str,
    /// Who teaches.
    pub by: &'a str,
}

/// What was taught: enough to forget it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Taught {
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
