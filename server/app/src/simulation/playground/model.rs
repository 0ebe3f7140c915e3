//! Variants of the bot.
use crate::{
    bot::SimulatedReply,
    tenancy::community::{Community, ConfidenceSettings, Replacement},
};

/// Settings of the bot: its persona, word replacements and confidence thresholds.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    pub prompt: String,
    pub temperature: f64,
    pub use_emojis: bool,
    pub verbiage: Vec<Replacement>,
    pub confidence_thresholds: ConfidenceSettings,
}

impl Variant {
    /// Returns the current settings of a community.
    pub fn of(community: &Community) -> Self {
        let persona = community.persona.clone();
        Self {
            prompt: persona.prompt,
            temperature: persona.temperature,
            use_emojis: persona.use_emojis,
            verbiage: community.custom_verbiage.clone(),
            confidence_thresholds: persona.confidence.unwrap_or_default(),
        }
    }
}

/// A question and the replies of two variants.
pub struct Compared {
    pub question: String,
    pub left: SimulatedReply,
    pub right: SimulatedReply,
}

impl Compared {
    /// Returns whether the reply or its answer differs.
    pub fn differs(&self) -> bool {
        let said =
            |simulated: &SimulatedReply| (simulated.outcome, answer_id(simulated), simulated.reply.clone());
        said(&self.left) != said(&self.right)
    }
}

/// Returns the ID of the first answer that would be sent; empty if there is none.
pub fn answer_id(simulated: &SimulatedReply) -> String {
    simulated.answers.first().map(|answer| answer.id.to_string()).unwrap_or_default()
}
