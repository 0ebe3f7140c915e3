//! What a community knows on a day, asked of a text that was read.
use std::{collections::HashMap, sync::Arc};

use answering::{Language, Reading, Thresholds};

use super::{
    brain::Found,
    mind::Mind,
    sense::Sense,
    way::{self, Around, Decided, Text, Way},
};

/// What a text and its parts mean, as far as there is a model to tell.
#[derive(Clone, Debug, Default)]
pub struct Meant(HashMap<String, Arc<Reading>>);

impl Meant {
    /// Reads a text and its parts, as a community spells them, where that knows meanings. Takes its turn at the model.
    pub async fn read(sense: &Sense, mind: &Mind, text: &str) -> Self {
        let mut meant = Self::default();
        meant.read_on(sense, mind, text).await;
        meant
    }

    /// Reads another one, too.
    pub async fn read_on(&mut self, sense: &Sense, mind: &Mind, text: &str) {
        if !mind.has_meanings() {
            return;
        }
        for text in answering::questions(text).into_iter().chain([text.to_owned()]) {
            if let Some(meaning) = sense.read(&mind.put_right(&text)).await {
                self.0.insert(text, meaning);
            }
        }
    }

    fn of(&self, text: &str) -> Option<&Reading> {
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
    pub fn decide(&self, text: &Text<'_>, around: &Around) -> Decided {
        way::decide(text, around, |text| self.find(text))
    }

    /// The language from which a text would be put into English; nothing where that is of no use, or nobody waits
    /// for it.
    pub fn foreign(&self, body: &str, around: &Around) -> Option<Language> {
        let language = answering::language(body);
        let is_asked = !around.urgent && !around.held && answering::courtesy(body).is_none();
        let is_english = language == Language::English;
        let wanted =
            is_asked && !is_english && !matches!(self.decide(&Text::plain(body), around).way, Way::Reply(_));
        wanted.then_some(language)
    }
}
