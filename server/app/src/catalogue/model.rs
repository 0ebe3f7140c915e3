//! A catalogue, as it is written. What each field means stands in its schema.
use serde::{Deserialize, Serialize};

/// One of the three.
#[derive(Deserialize, Serialize)]
pub struct Catalogue {
    pub catalogue: String,
    pub intents: Vec<Intent>,
}

/// Something that residents ask.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Intent {
    /// Names it for ever.
    pub id: String,
    /// Under which staff find it.
    pub category: String,
    /// What staff call it.
    pub title: String,
    /// How residents ask it.
    pub samples: Vec<String>,
    /// The merged intent that covers it, of a fine one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged: Option<String>,
}

/// An intent as a line of a knowledge base whose answers are still to be written.
#[derive(Serialize)]
pub struct Line<'a> {
    intent: &'a str,
    category: &'a str,
    questions: &'a [String],
    answer: &'a str,
}

impl Intent {
    /// Its line.
    pub fn line(&self) -> Line<'_> {
        Line { intent: &self.id, category: &self.category, questions: &self.samples, answer: "" }
    }
}
