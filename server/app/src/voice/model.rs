//! How a community's bot speaks, and what it says.
use crate::{
    community::{Community, Persona, Replacement},
    knowledge,
};

/// How it speaks: the persona, and the words that it must say instead of others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manner {
    pub persona: Persona,
    pub verbiage: Vec<Replacement>,
}

impl Manner {
    /// As a community has it.
    #[must_use]
    pub fn of(community: &Community) -> Self {
        Self { persona: community.persona.clone(), verbiage: community.custom_verbiage.clone() }
    }
}

/// An answer that something is said of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    pub id: String,
    pub question: String,
    pub answer: String,
}

impl Material {
    /// An answer of the bot's.
    #[must_use]
    pub fn of(known: &knowledge::Answer) -> Self {
        Self { id: known.id.to_string(), question: known.question.clone(), answer: known.answer.clone() }
    }
}

/// What is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub text: String,
    /// A writing model worded it; else it is the best answer word for word.
    pub written: bool,
    /// The answers that it rests on, where a model named them.
    pub cites: Vec<String>,
    /// How it came to be said so, for staff.
    pub why: String,
}

/// How it is with the writing model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writing {
    /// There is none.
    None,
    /// It writes.
    Ready,
    /// It failed the last time that it was asked.
    Failing,
}
