//! A community's reply style, and rendered replies.
use crate::{
    knowledge::answer,
    tenancy::community::{Community, Persona, Replacement},
};

/// A bot's reply style: its persona and its word replacements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplyStyle {
    pub persona: Persona,
    pub verbiage: Vec<Replacement>,
}

impl ReplyStyle {
    /// Returns a community's style.
    #[must_use]
    pub fn of(community: &Community) -> Self {
        Self { persona: community.persona.clone(), verbiage: community.custom_verbiage.clone() }
    }
}

/// An answer that a reply is rendered from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceAnswer {
    pub id: String,
    pub question: String,
    pub answer: String,
}

impl SourceAnswer {
    /// Copies the fields of an answer that the writing model needs.
    #[must_use]
    pub fn of(answer: &answer::Answer) -> Self {
        Self { id: answer.id.to_string(), question: answer.question.clone(), answer: answer.answer.clone() }
    }
}

/// A rendered reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedReply {
    pub text: String,
    /// Whether the writing model wrote it; otherwise it is the best answer verbatim.
    pub is_written: bool,
    /// IDs of the answers that the writing model cited.
    pub citations: Vec<String>,
    /// Explanation of the rendering, for staff.
    pub why: String,
}

/// State of the writing model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriterState {
    /// No model is configured.
    None,
    /// The last call succeeded, or there has been no call.
    Ready,
    /// The last call failed.
    Failing,
}
