//! The engine with a sentence model: what a text means, beside the words that it has.

use std::sync::Arc;

use crate::{Compact, Encoder, Engine, Entry, Lexical, Match, Meanings, ModelError, USUAL};

/// Ranks by meaning, words and characters together, and reads every text itself.
///
/// Immutable once built. Building reads every wording with the encoder, some ten milliseconds each, and then learns
/// for up to a second.
pub struct Semantic {
    known: Meanings,
    encoder: Arc<dyn Encoder>,
}

impl Semantic {
    /// An index of these entries, in this order. Entries without a word in their question and samples never match.
    ///
    /// # Errors
    /// Those of the encoder.
    pub fn new(entries: Vec<Entry>, encoder: Arc<dyn Encoder>) -> Result<Self, ModelError> {
        let texts: Vec<&str> = Meanings::wordings(&entries).collect();
        let vectors = encoder.embed(&texts)?.iter().map(|vector| Compact::of(vector)).collect();
        Ok(Self { known: Meanings::new(Lexical::new(entries), vectors, USUAL)?, encoder })
    }
}

impl Engine for Semantic {
    fn rank(&self, text: &str, limit: usize) -> Vec<Match> {
        match self.encoder.embed(&[&self.known.words().put_right(text)]) {
            Ok(meaning) => self.known.rank(text, &meaning.concat(), limit),
            // A text that the model cannot read is still one of words.
            Err(_) => self.known.words().rank(text, limit),
        }
    }
}
