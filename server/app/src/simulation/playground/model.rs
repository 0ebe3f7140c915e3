//! Variants of the bot.
use crate::{
    bot::SimulatedReply,
    tenancy::community::{Community, ConfidenceSettings, Replacement},
};

/// How the bot speaks and how sure it must be.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    pub prompt: String,
    pub temperature: f64,
    pub use_emojis: bool,
    pub verbiage: Vec<Replacement>,
    pub confidence_thresholds: ConfidenceSettings,
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
            confidence_thresholds: persona.confidence.unwrap_or_default(),
        }
    }
}

/// A question, and what two variants would reply.
pub struct Compared {
    pub question: String,
    pub left: SimulatedReply,
    pub right: SimulatedReply,
}

impl Compared {
    /// A resident would not read the same, or not of the same answer.
    pub fn differs(&self) -> bool {
        let said =
            |simulated: &SimulatedReply| (simulated.outcome, answer_id(simulated), simulated.reply.clone());
        said(&self.left) != said(&self.right)
    }
}

/// The answer that would be the reply, the first of several; empty where none would.
pub fn answer_id(simulated: &SimulatedReply) -> String {
    simulated.answers.first().map(|answer| answer.id.to_string()).unwrap_or_default()
}
