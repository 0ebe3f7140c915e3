//! The engine with a sentence encoder: a semantic index that encodes the texts itself.

use std::sync::Arc;

use crate::{
    DEFAULT_SCORE_THRESHOLD, Encoder, Engine, Entry, LexicalIndex, Match, ModelError, QuantizedEmbedding,
    SemanticIndex,
};

/// Ranks by sentence meaning, words and characters, and encodes each text.
///
/// Immutable. Building encodes each utterance, which takes about 10 ms each, and then trains for up to 1 second.
pub struct SemanticEngine {
    index: SemanticIndex,
    encoder: Arc<dyn Encoder>,
}

impl SemanticEngine {
    /// Builds an index of entries, in this order. Entries without words in their utterances never match.
    ///
    /// # Errors
    /// Fails with [`ModelError`] if the encoder fails.
    pub fn new(entries: Vec<Entry>, encoder: Arc<dyn Encoder>) -> Result<Self, ModelError> {
        let texts: Vec<&str> = SemanticIndex::utterances(&entries).collect();
        let embeddings = encoder.encode(&texts)?.iter().map(QuantizedEmbedding::from).collect();
        let index = SemanticIndex::new(LexicalIndex::new(entries), embeddings, DEFAULT_SCORE_THRESHOLD)?;
        Ok(Self { index, encoder })
    }
}

impl Engine for SemanticEngine {
    fn rank(&self, text: &str, limit: usize) -> Vec<Match> {
        let embeddings = self.encoder.encode(&[&self.index.lexical().correct_spelling(text)]);
        match embeddings.as_deref() {
            Ok([embedding, ..]) => self.index.rank(text, embedding, limit),
            // Falls back to the lexical index for a text that cannot be encoded.
            _ => self.index.lexical().rank(text, limit),
        }
    }
}
