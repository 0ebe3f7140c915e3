//! Late-interaction similarity of token embeddings: each token of one text is matched with its most similar token of
//! the other text, in both directions.
//!
//! Based on Khattab and Zaharia, "ColBERT: Efficient and Effective Passage Search via Contextualized Late Interaction"
//! (2020). Unlike ColBERT, both directions count, and each token is weighted by its rarity among the entries.

use std::collections::BTreeSet;

use crate::lexical::index::inverse_document_frequency;
use crate::semantic::embedding::TokenEmbedding;

/// The token embeddings of all utterances of a community.
#[derive(Default)]
pub struct TokenSimilarity {
    tokens: Vec<TokenEmbedding>,
    /// Rarity of each of `tokens`.
    weights: Vec<f32>,
    /// End of the tokens of each utterance.
    ends: Vec<u32>,
    /// Token ids in ascending order, with their rarity.
    rarities: Vec<(u16, f32)>,
    /// Rarity of a token that no entry contains.
    unknown_rarity: f32,
}

impl TokenSimilarity {
    /// Takes the tokens and the entry of each utterance, and the number of entries.
    pub fn new<'a>(
        utterances: impl Iterator<Item = &'a [TokenEmbedding]> + Clone,
        entry_of_utterance: &[u32],
        entry_count: usize,
    ) -> Self {
        let with_entry = utterances.clone().zip(entry_of_utterance);
        let occurrences: BTreeSet<(u16, u32)> = with_entry
            .flat_map(|(tokens, entry)| tokens.iter().map(|token| (token.token_id, *entry)))
            .collect();
        let occurrences: Vec<(u16, u32)> = occurrences.into_iter().collect();
        let by_token = occurrences.chunk_by(|one, other| one.0 == other.0);
        let rarities = by_token
            .map(|entries| (entries[0].0, inverse_document_frequency(entry_count, entries.len())))
            .collect();
        let unknown_rarity = inverse_document_frequency(entry_count, 0);
        let mut similarity = Self { rarities, unknown_rarity, ..Self::default() };
        for tokens in utterances {
            similarity.tokens.extend(tokens);
            similarity.ends.push(similarity.tokens.len() as u32);
        }
        similarity.weights = similarity.weigh(&similarity.tokens);
        similarity
    }

    /// Returns whether no utterance has tokens, so that there is nothing to compare.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Returns the approximate memory use in bytes.
    pub fn memory_bytes(&self) -> usize {
        size_of_val(&self.tokens[..])
            + size_of_val(&self.weights[..])
            + size_of_val(&self.ends[..])
            + size_of_val(&self.rarities[..])
    }

    /// Returns the similarity of a text to each utterance.
    pub fn compare(&self, tokens: &[TokenEmbedding]) -> Vec<f32> {
        self.compare_from(tokens, &self.weigh(tokens), 0)
    }

    /// Returns the similarity matrix of all utterances in row-major order.
    pub fn pairwise(&self) -> Vec<f32> {
        let count = self.ends.len();
        let mut similarities = vec![0.0; count * count];
        for one in 0..count {
            let (tokens, weights) = self.utterance(one);
            for (other, similarity) in (one..).zip(self.compare_from(tokens, weights, one)) {
                similarities[one * count + other] = similarity;
                similarities[other * count + one] = similarity;
            }
        }
        similarities
    }

    /// Returns the similarity of a text to each utterance from number `first` on.
    fn compare_from(&self, tokens: &[TokenEmbedding], weights: &[f32], first: usize) -> Vec<f32> {
        let mut best_of_text = vec![i32::MIN; tokens.len()];
        (first..self.ends.len())
            .map(|utterance| {
                let (others, other_weights) = self.utterance(utterance);
                if tokens.is_empty() || others.is_empty() {
                    return 0.0;
                }
                best_of_text.fill(i32::MIN);
                let (mut sum, mut total) = (0.0, 0.0);
                for (token, weight) in others.iter().zip(other_weights) {
                    let mut best = i32::MIN;
                    for (other, best_of_other) in tokens.iter().zip(&mut best_of_text) {
                        let product = token.dot(other);
                        *best_of_other = product.max(*best_of_other);
                        best = product.max(best);
                    }
                    sum += weight * TokenEmbedding::similarity_of_dot(best);
                    total += weight;
                }
                let reverse = best_of_text
                    .iter()
                    .zip(weights)
                    .map(|(best, weight)| weight * TokenEmbedding::similarity_of_dot(*best));
                (sum / total + reverse.sum::<f32>() / weights.iter().sum::<f32>()) / 2.0
            })
            .collect()
    }

    /// Returns the tokens of an utterance and their weights.
    fn utterance(&self, number: usize) -> (&[TokenEmbedding], &[f32]) {
        let start = number.checked_sub(1).map_or(0, |previous| self.ends[previous] as usize);
        let range = start..self.ends[number] as usize;
        (&self.tokens[range.clone()], &self.weights[range])
    }

    fn weigh(&self, tokens: &[TokenEmbedding]) -> Vec<f32> {
        let weight = |token: &TokenEmbedding| match self
            .rarities
            .binary_search_by_key(&token.token_id, |(token_id, _)| *token_id)
        {
            Ok(at) => self.rarities[at].1,
            Err(_) => self.unknown_rarity,
        };
        tokens.iter().map(weight).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::semantic::embedding::TOKEN_DIMENSIONS;

    /// Returns a token whose vector is one-hot at its id.
    fn token(token_id: u16) -> TokenEmbedding {
        let mut vector = [0.0; TOKEN_DIMENSIONS];
        vector[usize::from(token_id)] = 1.0;
        TokenEmbedding::new(token_id, &vector)
    }

    fn tokens(ids: &[u16]) -> Vec<TokenEmbedding> {
        ids.iter().copied().map(token).collect()
    }

    /// Returns the similarity to utterances of separate entries.
    fn similarity(utterances: &[&[u16]]) -> TokenSimilarity {
        let utterances: Vec<Vec<TokenEmbedding>> = utterances.iter().map(|ids| tokens(ids)).collect();
        let entries: Vec<u32> = (0..).take(utterances.len()).collect();
        TokenSimilarity::new(utterances.iter().map(Vec::as_slice), &entries, utterances.len())
    }

    #[test]
    fn a_text_is_most_similar_to_the_utterance_with_the_same_tokens() {
        let similarity = similarity(&[&[1, 2], &[1, 3], &[4]]);
        let found = similarity.compare(&tokens(&[3, 1]));
        assert!((found[1] - 1.0).abs() < 1e-3, "{found:?}");
        assert!(found[0] < found[1] && found[2] < found[0], "{found:?}");
    }

    #[test]
    fn a_shared_rare_token_counts_more_than_a_shared_common_one() {
        // Token 1 occurs in every utterance; each text shares one token with the first utterance.
        let similarity = similarity(&[&[1, 2], &[1, 3], &[1, 4], &[1, 5]]);
        let (common, rare) = (similarity.compare(&tokens(&[1, 9])), similarity.compare(&tokens(&[2, 9])));
        assert!(common[0] < rare[0], "{common:?} {rare:?}");
    }

    #[test]
    fn the_pairwise_similarities_equal_those_of_texts_with_the_same_tokens() {
        let similarity = similarity(&[&[1, 2], &[1, 3, 5], &[4]]);
        let pairwise = similarity.pairwise();
        for (row, ids) in pairwise.chunks(3).zip([&[1_u16, 2][..], &[1, 3, 5], &[4]]) {
            for (one, other) in row.iter().zip(similarity.compare(&tokens(ids))) {
                assert!((one - other).abs() < 1e-6, "{pairwise:?}");
            }
        }
    }

    #[test]
    fn the_similarity_without_tokens_is_zero() {
        assert!(similarity(&[&[], &[]]).is_empty());
        assert_eq!(similarity(&[&[1], &[]]).compare(&tokens(&[1]))[1], 0.0);
        assert_eq!(similarity(&[&[1], &[]]).compare(&[]), [0.0; 2]);
    }
}
