//! Texts that came to staff, and what they ask together.
use platform::{Timestamp, ids::CommunityId};
use sqlx::FromRow;

use crate::knowledge::Answer;

/// A resident's text that staff had to answer.
#[derive(Clone, Debug, FromRow)]
pub struct Asked {
    pub id: String,
    pub community_id: CommunityId,
    pub phone: String,
    pub body: String,
    /// What staff replied; empty when nobody did.
    pub reply: String,
    pub asked_ms: Timestamp,
    /// It waits for staff.
    pub open: bool,
    /// How sure the bot was of the answer that it had for it then; 0 without one.
    pub suggested: f64,
}

/// One question, in all the words in which it was asked.
#[derive(Debug)]
pub struct Gap {
    /// The texts, the newest first.
    pub asked: Vec<Asked>,
    /// One of each distinct wording, the most typical first.
    pub wordings: Vec<String>,
    pub nearest: Option<Near>,
}

/// What is known that comes near.
#[derive(Debug)]
pub struct Near {
    pub answer: Answer,
    pub confidence: f32,
    /// It holds no longer.
    pub expired: bool,
}

/// All gaps.
#[derive(Debug)]
pub struct Gaps {
    pub gaps: Vec<Gap>,
    /// How many texts they are of.
    pub asked: usize,
    /// There are more.
    pub more: bool,
}
