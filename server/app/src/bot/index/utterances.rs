//! The utterances of a community's index with their embeddings, stored or missing.
use std::sync::Arc;

use answering::{Embedding, Entry, ModelError, QuantizedEmbedding, SemanticIndex};
use platform::{ErrorReason, Fault, Scope, Timestamp, Tx};

use super::{
    community_index::{self, CommunityIndex},
    encoder::{EncoderService, Priority},
    store::{self, Embeddings},
};

/// The utterances of an index, and the digests that identify their embeddings.
pub struct Utterances {
    index: Arc<CommunityIndex>,
    entries: Vec<Entry>,
    digests: Vec<String>,
}

impl Utterances {
    /// Collects the utterances of an index.
    pub fn new(index: Arc<CommunityIndex>) -> Self {
        let entries = community_index::entries(index.answers());
        let digests = SemanticIndex::utterances(&entries).map(store::digest).collect();
        Self { index, entries, digests }
    }

    /// Finds the stored embeddings. Returns them, and whether [`Utterances::mark_used`] is due.
    pub async fn stored(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        model: &str,
        now: Timestamp,
    ) -> Result<(Embeddings, bool), Fault> {
        store::embeddings(tx, scope, model, &self.digests, now).await
    }

    /// Marks the embeddings as used now.
    pub async fn mark_used(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        model: &str,
        now: Timestamp,
    ) -> Result<(), Fault> {
        store::mark_used(tx, scope, model, &self.digests, now).await
    }

    /// Returns each text without an embedding once.
    pub fn missing(&self, embeddings: &Embeddings) -> Vec<&str> {
        let mut missing: Vec<(&String, &str)> =
            self.digests.iter().zip(SemanticIndex::utterances(&self.entries)).collect();
        missing.retain(|(digest, _)| !embeddings.contains_key(*digest));
        missing.sort_unstable();
        missing.dedup();
        missing.into_iter().map(|(_, text)| text).collect()
    }

    /// Builds the semantic index. All embeddings must exist. `score_threshold` is the score of a confident
    /// answer.
    pub async fn build(
        &self,
        encoder: &EncoderService,
        embeddings: &Embeddings,
        score_threshold: f64,
        priority: Priority,
    ) -> Result<CommunityIndex, ModelError> {
        let embeddings: Vec<QuantizedEmbedding> =
            self.digests.iter().filter_map(|digest| embeddings.get(digest).cloned()).collect();
        let index = encoder
            .build_index(self.index.lexical().clone(), embeddings, score_threshold as f32, priority)
            .await?;
        Ok(self.index.with_semantic(index))
    }
}

/// Encodes texts in the background. Residents' questions can be encoded in between.
///
/// # Errors
/// `UNAVAILABLE` if the model does not encode all of them.
pub async fn embed(encoder: &EncoderService, texts: &[&str]) -> Result<Embeddings, Fault> {
    let encoded = encoder.embed(texts, Priority::Background).await;
    let entry = |(text, embedding): (&&str, Option<Arc<Embedding>>)| {
        Some((store::digest(text), QuantizedEmbedding::from(&*embedding?)))
    };
    texts.iter().zip(encoded).map(entry).collect::<Option<_>>().ok_or_else(not_encoded)
}

fn not_encoded() -> Fault {
    Fault::not_now(
        ErrorReason::Unavailable,
        "The model that compares meaning does not respond. Try again in a moment.",
    )
}
