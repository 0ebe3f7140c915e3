//! The similarity that the classifier uses: a mix of sentence embeddings, lexical features and token embeddings.

use crate::semantic::embedding::Embedding;
use crate::semantic::mean_centering::{CenteredNorm, MeanCentering};
use crate::semantic::token_similarity::TokenSimilarity;

/// Weight of the sentence embeddings beside the lexical similarity.
const SENTENCE_WEIGHT: f32 = 0.8;
/// Weight of the token similarity in the whole.
const TOKEN_WEIGHT: f32 = 0.3;

/// Compares texts with the utterances of a community. Without embeddings of tokens, which not every encoder provides,
/// by sentences and lexical features only.
pub struct HybridSimilarity {
    centering: MeanCentering,
    /// Centered norm of each utterance.
    norms: Vec<CenteredNorm>,
    tokens: TokenSimilarity,
}

impl HybridSimilarity {
    /// Takes the sentence vector of each utterance, and the tokens of all utterances.
    pub fn new(vectors: &[Vec<f32>], tokens: TokenSimilarity) -> Self {
        let centering = MeanCentering::new(vectors);
        let norms = vectors.iter().map(|vector| centering.centered_norm(vector)).collect();
        Self { centering, norms, tokens }
    }

    /// Returns the similarity matrix of all utterances in row-major order, given the matrices of dot products and of
    /// lexical similarities.
    pub fn pairwise(&self, products: Vec<f32>, lexical: &[f32]) -> Vec<f32> {
        let mut similarities = products;
        let count = self.norms.len().max(1);
        let rows = similarities.chunks_mut(count).zip(lexical.chunks(count)).zip(&self.norms);
        for ((row, lexical), norm) in rows {
            self.combine(row, lexical, *norm);
        }
        self.mix_tokens(&mut similarities, || self.tokens.pairwise());
        similarities
    }

    /// Returns the similarity of a text to each utterance, given the dot products and the lexical similarities.
    pub fn compare(&self, embedding: &Embedding, products: Vec<f32>, lexical: &[f32]) -> Vec<f32> {
        let mut similarities = products;
        self.combine(&mut similarities, lexical, self.centering.centered_norm(&embedding.sentence));
        self.mix_tokens(&mut similarities, || self.tokens.compare(&embedding.tokens));
        similarities
    }

    /// Returns the approximate memory use in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.centering.memory_bytes() + size_of_val(&self.norms[..]) + self.tokens.memory_bytes()
    }

    /// Replaces the dot products of a text with each utterance by combined similarities.
    fn combine(&self, products: &mut [f32], lexical: &[f32], norm: CenteredNorm) {
        for ((product, lexical), other) in products.iter_mut().zip(lexical).zip(&self.norms) {
            *product =
                combine_sentence_and_lexical(self.centering.similarity(*product, norm, *other), *lexical);
        }
    }

    fn mix_tokens(&self, similarities: &mut [f32], token_similarities: impl FnOnce() -> Vec<f32>) {
        if !self.tokens.is_empty() {
            let mix = |(similarity, tokens): (&mut f32, f32)| {
                *similarity += TOKEN_WEIGHT * (tokens - *similarity);
            };
            similarities.iter_mut().zip(token_similarities()).for_each(mix);
        }
        similarities.iter_mut().for_each(|similarity| *similarity = sharpen(*similarity));
    }
}

/// Returns the weighted mean of a sentence similarity and a lexical similarity.
pub fn combine_sentence_and_lexical(sentence: f32, lexical: f32) -> f32 {
    SENTENCE_WEIGHT * sentence + (1.0 - SENTENCE_WEIGHT) * lexical
}

/// Maps a similarity from 0..1 to 0..1 exponentially, so that high similarities weigh more than low ones.
fn sharpen(similarity: f32) -> f32 {
    similarity.exp_m1() / (std::f32::consts::E - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_token_embeddings_sentences_and_words_are_compared() {
        let vectors = [vec![1.0, 0.0], vec![0.0, 1.0], vec![0.6, 0.8]];
        let similarity = HybridSimilarity::new(&vectors, TokenSimilarity::default());
        let text = Embedding { sentence: vec![1.0, 0.0], tokens: Vec::new() };
        let by_sentence = similarity.compare(&text, vec![1.0, 0.0, 0.6], &[0.0; 3]);
        assert!(by_sentence[0] > by_sentence[2] && by_sentence[2] > by_sentence[1], "{by_sentence:?}");
        let by_words = similarity.compare(&text, vec![0.0; 3], &[0.0, 1.0, 0.5]);
        assert!(by_words[1] > by_words[0], "{by_words:?}");
    }
}
