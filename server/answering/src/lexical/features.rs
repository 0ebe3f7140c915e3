//! Feature extraction.
//!
//! A text has features in two blocks: *words* (stems, concepts, bigrams) carry meaning, *character n-grams* (3 to 5
//! characters within a word) tolerate misspellings. A feature list is sorted by key and contains each key once; every
//! weight is positive and finite.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::lexical::word_vectors::{WordVector, word_vector};
use crate::text::{normalization, stemming, synonyms, term_weights};

/// Weight of the stem of a word that has synonyms; the concept has the rest.
const STEM_WEIGHT: f32 = 0.2;
/// Weight of a bigram relative to a word.
const BIGRAM_WEIGHT: f32 = 0.7;

/// The block of a feature. Blocks are normalized separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureBlock {
    Words,
    CharNgrams,
}

/// A property of a text by which it is compared with others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// 64-bit hash of the feature. A collision within a community is negligible and would only merge two features.
    pub key: u64,
    pub block: FeatureBlock,
    /// Weight within the text, before an index applies the inverse document frequency.
    pub weight: f32,
    /// Prior weight of the word: 1 for a subject, less for a common word.
    pub prior: f32,
    /// Penalty from 0 to 1 that applies to every entry if no entry contains the feature.
    pub unknown_penalty: f32,
    /// Vector of the word, for a word feature whose word is in the table of word vectors.
    pub word_vector: Option<&'static WordVector>,
}

/// Identity of a feature before hashing. The order of the variants is part of the hash.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Key<'a> {
    /// Stem of a word without synonyms.
    Stem(&'a str),
    /// Stem of a word with synonyms, in addition to its concept.
    SynonymStem(&'a str),
    Concept(u16),
    /// Stems of two adjacent words.
    Bigram(&'a str, &'a str),
    /// Up to 5 characters of 21 bits each.
    CharNgram(u128),
}

impl Key<'_> {
    fn into_feature(self, weight: f32, prior: f32) -> Feature {
        let block = match self {
            Key::CharNgram(_) => FeatureBlock::CharNgrams,
            Key::Stem(_) | Key::SynonymStem(_) | Key::Concept(_) | Key::Bigram(..) => FeatureBlock::Words,
        };
        // A new synonym of a known concept or a new bigram of known words is only another phrasing.
        let unknown_penalty = match self {
            Key::Stem(_) | Key::Concept(_) | Key::CharNgram(_) => 1.0,
            Key::SynonymStem(_) => 0.3,
            Key::Bigram(..) => 0.0,
        };
        Feature { key: hash(&self), block, weight, prior, unknown_penalty, word_vector: None }
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the features of a text; empty for a text without words.
pub fn extract_features(text: &str) -> Vec<Feature> {
    extract_word_features(&normalization::normalize(text))
}

/// Returns the features of a text that consists of normalized words.
pub fn extract_word_features(words: &[String]) -> Vec<Feature> {
    let mut features = Vec::new();
    let mut previous: Option<(String, f32)> = None;
    for word in words {
        let stem = stemming::stem(word);
        let prior = term_weights::weight(&stem);
        let word_feature = match synonyms::concept(&stem) {
            Some(concept) => {
                features.push(Key::Concept(concept).into_feature((1.0 - STEM_WEIGHT).sqrt(), prior));
                Key::SynonymStem(&stem).into_feature(STEM_WEIGHT.sqrt(), prior)
            }
            None => Key::Stem(&stem).into_feature(1.0, prior),
        };
        features.push(Feature { word_vector: word_vector(word), ..word_feature });
        if let Some((first, first_prior)) = previous {
            features
                .push(Key::Bigram(&first, &stem).into_feature(BIGRAM_WEIGHT, (first_prior * prior).sqrt()));
        }
        features.extend(char_ngrams(word).map(|ngram| Key::CharNgram(ngram).into_feature(1.0, prior)));
        previous = Some((stem, prior));
    }
    merge_repeated(features)
}

/// Returns a hash of the distinctive words of a text. Two texts have the same fingerprint if their distinctive words are
/// equal up to order and synonyms.
pub fn fingerprint(text: &str) -> u64 {
    let stems = normalization::normalize(text).into_iter().map(|word| stemming::stem(&word));
    let stems: Vec<String> = stems.filter(|stem| term_weights::is_distinctive(stem)).collect();
    let key = |stem| synonyms::concept(stem).map_or(Key::Stem(stem), Key::Concept);
    hash(&stems.iter().map(|stem| key(stem)).collect::<BTreeSet<Key<'_>>>())
}

/// Returns the n-grams of 3 to 5 characters of a word that is padded with one space on each side.
fn char_ngrams(word: &str) -> impl Iterator<Item = u128> {
    let padded: Vec<char> = [' '].into_iter().chain(word.chars()).chain([' ']).collect();
    let pack = |ngram: &[char]| ngram.iter().fold(0, |packed, c| packed << 21 | u128::from(u32::from(*c)));
    let of_size = move |size| padded.windows(size).map(pack).collect::<Vec<_>>();
    (3..=5).flat_map(of_size)
}

/// Sorts features by key and merges repeated ones; the weight grows with the logarithm of the count.
fn merge_repeated(mut features: Vec<Feature>) -> Vec<Feature> {
    features.sort_unstable_by_key(|feature| feature.key);
    let merge = |same: &[Feature]| {
        let prior = same.iter().map(|f| f.prior).fold(0.0, f32::max);
        let weight = same[0].weight * (1.0 + (same.len() as f32).ln());
        Feature { weight, prior, ..same[0] }
    };
    features.chunk_by(|a, b| a.key == b.key).map(merge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(one: &str, other: &str) -> Vec<Feature> {
        let other = extract_features(other);
        extract_features(one).into_iter().filter(|one| other.iter().any(|f| f.key == one.key)).collect()
    }

    #[test]
    fn synonyms_share_their_concept_but_not_their_stem() {
        let shared = shared("trash", "garbage");
        let concept = synonyms::concept("trash").map(|concept| hash(&Key::Concept(concept)));
        assert_eq!(shared.iter().map(|f| f.key).collect::<Vec<_>>(), Vec::from_iter(concept));
    }

    #[test]
    fn a_misspelled_word_shares_character_ngrams() {
        assert!(shared("elevater", "elevator").iter().all(|f| f.block == FeatureBlock::CharNgrams));
        assert!(shared("elevater", "elevator").len() >= 12);
    }

    #[test]
    fn weights_of_any_text_are_positive_and_finite() {
        for text in ["the the the the", "a", "é", "🙂 x", &"ha ".repeat(5_000)] {
            assert!(extract_features(text).iter().all(|f| f.weight * f.prior > 0.0 && f.weight.is_finite()));
        }
        assert!(extract_features("").is_empty());
    }
}
