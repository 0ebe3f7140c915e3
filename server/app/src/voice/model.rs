//! How a community's bot speaks.
use crate::community::{Community, Persona, Replacement};

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
