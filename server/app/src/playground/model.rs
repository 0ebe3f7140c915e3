//! Variants of the bot.
use crate::{
    bot::Tried,
    community::{Caution, Community, Replacement},
};

/// How the bot speaks and how sure it must be.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    pub prompt: String,
    pub temperature: f64,
    pub use_emojis: bool,
    pub verbiage: Vec<Replacement>,
    pub caution: Caution,
}

impl Variant {
    /// As a community is.
    pub fn of(community: &Community) -> Self {
        let persona = community.persona.clone();
        Self {
            prompt: persona.prompt,
            temperature: persona.temperature,
            use_emojis: persona.use_emojis,
            verbiage: community.custom_verbiage.clone(),
            caution: persona.caution.unwrap_or_default(),
        }
    }
}

/// A question, and what two variants would reply.
pub struct Compared {
    pub question: String,
    pub left: Tried,
    pub right: Tried,
}

impl Compared {
    /// A resident would not read the same, or not of the same answer.
    pub fn differs(&self) -> bool {
        let said = |tried: &Tried| (tried.end, answer_id(tried), tried.says.clone());
        said(&self.left) != said(&self.right)
    }
}

/// The answer that would be the reply, the first of several; empty where none would.
pub fn answer_id(tried: &Tried) -> String {
    tried.replies.first().map(|answer| answer.id.to_string()).unwrap_or_default()
}
