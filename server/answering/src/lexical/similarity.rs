//! Similarity of two texts by themselves, without an index.

use std::collections::BTreeSet;

use crate::lexical::features::{Feature, FeatureBlock, extract_features};
use crate::text::{normalization, stemming::stem, term_weights};

/// Weight of the character n-grams; the words have the rest.
const CHAR_NGRAM_WEIGHT: f32 = 0.3;

/// Returns the similarity of two texts, from 0 (nothing in common) to 1 (the same words). Function and framing words
/// count little, and synonyms count almost like the same word.
pub fn text_similarity(one: &str, other: &str) -> f32 {
    let (one, other) = (extract_features(one), extract_features(other));
    let block_similarity = |block| cosine(&one, &other, block);
    (1.0 - CHAR_NGRAM_WEIGHT) * block_similarity(FeatureBlock::Words)
        + CHAR_NGRAM_WEIGHT * block_similarity(FeatureBlock::CharNgrams)
}

/// Returns whether two texts contain the same numbers and the same polarity words, such as `not` or `after`.
pub fn has_same_numbers_and_polarity(one: &str, other: &str) -> bool {
    let decisive_stems = |text: &str| -> BTreeSet<String> {
        let stems = normalization::normalize(text).into_iter().map(|word| stem(&word));
        stems
            .filter(|stem| term_weights::is_polarity_stem(stem) || stem.bytes().any(|b| b.is_ascii_digit()))
            .collect()
    };
    decisive_stems(one) == decisive_stems(other)
}

fn cosine(one: &[Feature], other: &[Feature], block: FeatureBlock) -> f32 {
    let weight = |feature: &Feature| feature.weight * feature.prior;
    let norm = |features: &[Feature]| {
        let squares = features.iter().filter(|f| f.block == block).map(|f| weight(f).powi(2));
        squares.sum::<f32>().sqrt().max(f32::EPSILON)
    };
    // Both lists are sorted by key.
    let products = one.iter().filter(|f| f.block == block).filter_map(|feature| {
        let at = other.binary_search_by(|f| f.key.cmp(&feature.key)).ok()?;
        Some(weight(feature) * weight(&other[at]))
    });
    (products.sum::<f32>() / (norm(one) * norm(other))).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_different_number_or_a_negation_is_detected() {
        let text = "A second permit is $40 a month.";
        assert!(has_same_numbers_and_polarity(text, "One second permit: $40 each month"));
        for other in ["A second permit is $75 a month.", "A second permit is not $40 a month.", "No permit."]
        {
            assert!(!has_same_numbers_and_polarity(text, other), "{other}");
        }
    }

    #[test]
    fn texts_that_differ_only_in_function_words_are_similar() {
        for (one, other) in [
            ("When does the pool close?", "when does pool close"),
            ("Where do I park?", "where do i park??"),
            ("Can I get a second parking permit?", "Can I get the second parking permit"),
        ] {
            assert!(text_similarity(one, other) >= 0.9, "{one} / {other}: {}", text_similarity(one, other));
        }
    }

    #[test]
    fn texts_on_different_subjects_are_not_similar() {
        for (one, other) in [
            ("When does the pool close?", "When does the pool open?"),
            ("When does the pool close?", "When does the gym close?"),
            ("Can I park a trailer?", "Can I park a truck overnight?"),
            ("", "Where do I park?"),
        ] {
            assert!(text_similarity(one, other) < 0.9, "{one} / {other}: {}", text_similarity(one, other));
        }
    }
}
