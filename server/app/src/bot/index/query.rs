//! Searches a community's index for texts.
use std::{collections::HashMap, sync::Arc};

use answering::{ConfidenceThresholds, Embedding};

use super::{
    cache::SearchResult,
    community_index::CommunityIndex,
    encoder::{EncoderService, EncoderState},
};

/// Embeddings of a text and its parts; empty without a sentence model.
#[derive(Clone, Debug, Default)]
pub struct TextEmbeddings {
    by_text: HashMap<String, Arc<Embedding>>,
}

impl TextEmbeddings {
    /// Encodes a text and its parts, with misspellings corrected to words of the community's answers.
    pub async fn embed(encoder: &EncoderService, index: &CommunityIndex, text: &str) -> Self {
        let mut embeddings = Self::default();
        embeddings.add(encoder, index, text).await;
        embeddings
    }

    /// Encodes another text and its parts.
    pub async fn add(&mut self, encoder: &EncoderService, index: &CommunityIndex, text: &str) {
        if encoder.state() != EncoderState::Ready {
            return;
        }
        for text in answering::split_questions(text).into_iter().chain([text.to_owned()]) {
            if let Some(embedding) = encoder.embed(&index.correct_spelling(&text)).await {
                self.by_text.insert(text, embedding);
            }
        }
    }

    fn of(&self, text: &str) -> Option<&Embedding> {
        self.by_text.get(text).map(|embedding| &**embedding)
    }
}

/// The inputs of a search.
pub struct IndexQuery<'k> {
    pub index: Arc<CommunityIndex>,
    pub thresholds: ConfidenceThresholds,
    /// Embeddings of the texts to search for.
    pub embeddings: &'k TextEmbeddings,
    /// The date in the community's time zone, as `2026-03-02`.
    pub today: &'k str,
}

impl IndexQuery<'_> {
    /// Searches for a text.
    pub fn search(&self, text: &str) -> SearchResult {
        SearchResult::new(self.index.clone(), self.thresholds, text, self.embeddings.of(text))
            .with_expiry_on(self.today)
    }
}
