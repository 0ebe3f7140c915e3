//! What a community knows on a day, asked of a text that was read.
use std::{collections::HashMap, sync::Arc};

use answering::Thresholds;

use super::{
    brain::Found,
    mind::Mind,
    sense::{Sense, State},
    way::{self, Around, Decided},
};

/// What a text and its parts mean, as far as there is a model to tell.
#[derive(Clone, Debug, Default)]
pub struct Meant(HashMap<String, Arc<[f32]>>);

impl Meant {
    /// Reads a text and its parts, as a community spells them. Takes its turn at the model.
    pub async fn read(sense: &Sense, mind: &Mind, text: &str) -> Self {
        let mut meant = HashMap::new();
        if sense.state() == State::Meaning {
            for text in answering::questions(text).into_iter().chain([text.to_owned()]) {
                if let Some(meaning) = sense.read(&mind.put_right(&text)).await {
                    meant.insert(text, meaning);
                }
            }
        }
        Self(meant)
    }

    fn of(&self, text: &str) -> Option<&[f32]> {
        self.0.get(text).map(|meaning| &**meaning)
    }
}

/// What is known on a day, and how sure of it one has to be.
pub struct Known<'k> {
    pub mind: Arc<Mind>,
    pub caution: Thresholds,
    /// What the texts mean that are asked about.
    pub meant: &'k Meant,
    /// The day in the community, as `2026-03-02`.
    pub today: &'k str,
}

impl Known<'_> {
    /// What is found for a text.
    pub fn find(&self, text: &str) -> Found {
        Found::new(self.mind.clone(), self.caution, text, self.meant.of(text)).on(self.today)
    }

    /// What is done with a text.
    pub fn decide(&self, text: &str, around: &Around) -> Decided {
        way::decide(text, around, |text| self.find(text))
    }
}
