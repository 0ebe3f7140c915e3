//! The engine with a sentence model: what a text means, beside the words that it has.

use std::sync::Arc;

use crate::{Encoder, Engine, Entry, Kept, Lexical, Match, Meanings, ModelError, USUAL};

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
        let read = encoder.read(&texts)?.iter().map(Kept::from).collect();
        Ok(Self { known: Meanings::new(Lexical::new(entries), read, USUAL)?, encoder })
    }
}

impl Engine for Semantic {
    fn rank(&self, text: &str, limit: usize) -> Vec<Match> {
        let read = self.encoder.read(&[&self.known.words().put_right(text)]);
        match read.as_deref() {
            Ok([read, ..]) => self.known.rank(text, read, limit),
            // A text that the model cannot read is still one of words.
            _ => self.known.words().rank(text, limit),
        }
    }
}
