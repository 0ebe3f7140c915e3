//! Searches a community's index for texts.
use std::{collections::HashMap, sync::Arc};

use answering::{ConfidenceThresholds, Embedding};

use super::{
    cache::SearchResult,
    community_index::CommunityIndex,
    encoder::{EncoderService, Priority},
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
        if !encoder.is_usable() {
            return;
        }
        let (texts, corrected) = parts(index, text);
        let corrected: Vec<&str> = corrected.iter().map(String::as_str).collect();
        let embeddings = encoder.embed(&corrected, Priority::Interactive).await;
        let encoded = texts.into_iter().zip(embeddings);
        self.by_text.extend(encoded.filter_map(|(text, embedding)| Some((text, embedding?))));
    }

    /// Encodes many texts and their parts in advance, if that is faster.
    pub async fn prefetch(encoder: &EncoderService, index: &CommunityIndex, texts: &[&str]) {
        let corrected: Vec<String> = texts.iter().flat_map(|text| parts(index, text).1).collect();
        let corrected: Vec<&str> = corrected.iter().map(String::as_str).collect();
        encoder.prefetch(&corrected).await;
    }

    fn of(&self, text: &str) -> Option<&Embedding> {
        self.by_text.get(text).map(|embedding| &**embedding)
    }
}

/// Returns the parts of a text and the text itself, and the same with misspellings corrected.
fn parts(index: &CommunityIndex, text: &str) -> (Vec<String>, Vec<String>) {
    let texts: Vec<String> = answering::split_questions(text).into_iter().chain([text.to_owned()]).collect();
    let corrected = texts.iter().map(|text| index.correct_spelling(text)).collect();
    (texts, corrected)
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
