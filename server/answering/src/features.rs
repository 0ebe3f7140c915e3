//! From words to what is counted and compared.
//!
//! A text becomes a list of features in two blocks: *words* (stems, concepts, neighbouring pairs) carry meaning,
//! *grams* (runs of 3 to 5 characters within a word) forgive misspelling. A feature appears once in a list, lists
//! are in order of their keys, and every weight is positive and finite.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{lexicon, normalise, stem, synonyms};

/// Of a word with synonyms, the part of its weight that only the same word matches.
const OWN_PART: f32 = 0.2;
/// What two words in a row weigh, beside themselves.
const PAIR_WEIGHT: f32 = 0.7;

/// What a feature is made of. The blocks are compared apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    Words,
    Grams,
}

/// Something that two texts can have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    pub key: Key,
    /// Its part in the text, before an index weighs its rarity.
    pub weight: f32,
    /// What the lexicon holds of its word: 1 for a subject, less for a common word.
    pub prior: f32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// The stem of a word without synonyms.
    Word(String),
    /// The stem of a word with synonyms, beside their concept.
    Own(String),
    Concept(u16),
    /// Two stems in a row.
    Pair(String),
    /// Up to five characters, 21 bits each.
    Gram(u128),
}

impl Key {
    pub fn block(&self) -> Block {
        match self {
            Key::Gram(_) => Block::Grams,
            Key::Word(_) | Key::Own(_) | Key::Concept(_) | Key::Pair(_) => Block::Words,
        }
    }

    /// It in eight bytes. That two features of a community share them does not happen in practice, and would cost
    /// no more than a confused one.
    pub fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// From 0 to 1, how much it tells against every entry that none has it. New words for a known concept and new
    /// neighbours of known words are merely another wording.
    pub fn doubt(&self) -> f32 {
        match self {
            Key::Word(_) | Key::Concept(_) | Key::Gram(_) => 1.0,
            Key::Own(_) => 0.3,
            Key::Pair(_) => 0.0,
        }
    }
}

/// The features of a text; none for a text without words.
pub fn features(text: &str) -> Vec<Feature> {
    let mut found = Vec::new();
    let mut add = |key: Key, weight: f32, prior: f32| found.push(Feature { key, weight, prior });
    let mut before: Option<(String, f32)> = None;
    for word in normalise::words(text) {
        let stem = stem::stem(&word);
        let prior = lexicon::weight(&stem);
        match synonyms::concept(&stem) {
            Some(concept) => {
                add(Key::Own(stem.clone()), OWN_PART.sqrt(), prior);
                add(Key::Concept(concept), (1.0 - OWN_PART).sqrt(), prior);
            }
            None => add(Key::Word(stem.clone()), 1.0, prior),
        }
        if let Some((first, first_prior)) = before {
            add(Key::Pair(format!("{first} {stem}")), PAIR_WEIGHT, (first_prior * prior).sqrt());
        }
        for gram in grams(&word) {
            add(Key::Gram(gram), 1.0, prior);
        }
        before = Some((stem, prior));
    }
    once(found)
}

/// What a text tells: equal for two whose telling words are the same but for synonyms, whatever their order.
pub fn telling(text: &str) -> u64 {
    let key = |stem: String| match synonyms::concept(&stem) {
        Some(concept) => Key::Concept(concept),
        None => Key::Word(stem),
    };
    let stems = normalise::words(text).into_iter().map(|word| stem::stem(&word));
    let told: BTreeSet<Key> = stems.filter(|stem| lexicon::tells(stem)).map(key).collect();
    let mut hasher = DefaultHasher::new();
    told.hash(&mut hasher);
    hasher.finish()
}

/// The runs of 3 to 5 characters of a word with its ends marked.
fn grams(word: &str) -> Vec<u128> {
    let marked: Vec<char> = [' '].into_iter().chain(word.chars()).chain([' ']).collect();
    let packed = |run: &[char]| run.iter().fold(0, |packed, c| packed << 21 | u128::from(u32::from(*c)));
    (3..=5).flat_map(|size| marked.windows(size)).map(packed).collect()
}

/// Each feature once. Repetition counts, ever less: a word said ten times is not ten times the subject.
fn once(mut found: Vec<Feature>) -> Vec<Feature> {
    found.sort_by(|a, b| a.key.cmp(&b.key));
    let merged = |same: &[Feature]| {
        let prior = same.iter().map(|f| f.prior).fold(0.0, f32::max);
        let weight = same[0].weight * (1.0 + (same.len() as f32).ln());
        Feature { key: same[0].key.clone(), weight, prior }
    };
    found.chunk_by(|a, b| a.key == b.key).map(merged).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(one: &str, other: &str) -> Vec<Key> {
        let other = features(other);
        features(one).into_iter().map(|f| f.key).filter(|key| other.iter().any(|f| f.key == *key)).collect()
    }

    #[test]
    fn synonyms_share_their_concept_but_not_their_word() {
        let shared = shared("trash", "garbage");
        assert!(matches!(shared[..], [Key::Concept(_)]), "{shared:?}");
    }

    #[test]
    fn a_misspelt_word_shares_characters() {
        assert!(shared("elevater", "elevator").iter().all(|key| key.block() == Block::Grams));
        assert!(shared("elevater", "elevator").len() >= 12);
    }

    #[test]
    fn weights_are_positive_and_finite_whatever_is_said() {
        for text in ["the the the the", "a", "é", "🙂 x", &"ha ".repeat(5_000)] {
            assert!(features(text).iter().all(|f| f.weight * f.prior > 0.0 && f.weight.is_finite()));
        }
        assert!(features("").is_empty());
    }
}
