//! Escalated texts, and the unanswered questions that they ask.
use platform::{Timestamp, ids::CommunityId};
use sqlx::FromRow;

use crate::knowledge::answer::Answer;

/// A resident's text that staff had to answer.
#[derive(Clone, Debug, FromRow)]
pub struct EscalatedText {
    pub id: String,
    pub community_id: CommunityId,
    /// The phone or email address of the resident, or the web chat of the visitor.
    pub phone: String,
    pub body: String,
    /// The staff's reply; empty without one.
    pub reply: String,
    pub asked_ms: Timestamp,
    /// Whether it still needs a reply.
    pub is_open: bool,
    /// Confidence of the suggested answer at that time, 0 to 1; 0 without a suggestion.
    pub suggested_confidence: f64,
}

/// A question with all its phrasings.
#[derive(Debug)]
pub struct UnansweredQuestion {
    /// The texts, newest first.
    pub texts: Vec<EscalatedText>,
    /// Distinct phrasings, the most typical first.
    pub utterances: Vec<String>,
    pub nearest: Option<ClosestAnswer>,
}

/// The closest answer or unanswered question.
#[derive(Debug)]
pub struct ClosestAnswer {
    pub answer: Answer,
    pub confidence: f32,
    pub is_expired: bool,
}

/// A ranked list of unanswered questions.
#[derive(Debug)]
pub struct UnansweredQuestions {
    pub questions: Vec<UnansweredQuestion>,
    /// Number of texts in all listed questions.
    pub texts: usize,
    pub has_more: bool,
}
