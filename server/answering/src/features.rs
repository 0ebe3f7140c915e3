//! From words to what is counted and compared.
//!
//! A text becomes a list of features in two blocks: *words* (stems, concepts, neighbouring pairs) carry meaning,
//! *grams* (runs of 3 to 5 characters within a word) forgive misspelling. A feature appears once in a list, lists
//! are in order of their keys, and every weight is positive and finite.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::glossary::{self, Meaning};
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// Which, in eight bytes. That two features of a community share them does not happen in practice, and would cost
    /// no more than a confused one.
    pub key: u64,
    pub block: Block,
    /// Its part in the text, before an index weighs its rarity.
    pub weight: f32,
    /// What the lexicon holds of its word: 1 for a subject, less for a common word.
    pub prior: f32,
    /// From 0 to 1, how much it tells against every entry that none has it.
    pub doubt: f32,
    /// What its word means, where it is one.
    pub meaning: Option<&'static Meaning>,
}

#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Key<'a> {
    /// The stem of a word without synonyms.
    Word(&'a str),
    /// The stem of a word with synonyms, beside their concept.
    Own(&'a str),
    Concept(u16),
    /// Two stems in a row.
    Pair(&'a str, &'a str),
    /// Up to five characters, 21 bits each.
    Gram(u128),
}

impl Key<'_> {
    fn of(self, weight: f32, prior: f32) -> Feature {
        let block = match self {
            Key::Gram(_) => Block::Grams,
            Key::Word(_) | Key::Own(_) | Key::Concept(_) | Key::Pair(..) => Block::Words,
        };
        // New words for a known concept and new neighbours of known words are merely another wording.
        let doubt = match self {
            Key::Word(_) | Key::Concept(_) | Key::Gram(_) => 1.0,
            Key::Own(_) => 0.3,
            Key::Pair(..) => 0.0,
        };
        Feature { key: digest(&self), block, weight, prior, doubt, meaning: None }
    }
}

fn digest(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// The features of a text; none for a text without words.
pub fn features(text: &str) -> Vec<Feature> {
    of_words(&normalise::words(text))
}

/// The features of a text of these words.
pub fn of_words(words: &[String]) -> Vec<Feature> {
    let mut found = Vec::new();
    let mut before: Option<(String, f32)> = None;
    for word in words {
        let stem = stem::stem(word);
        let prior = lexicon::weight(&stem);
        let said = match synonyms::concept(&stem) {
            Some(concept) => {
                found.push(Key::Concept(concept).of((1.0 - OWN_PART).sqrt(), prior));
                Key::Own(&stem).of(OWN_PART.sqrt(), prior)
            }
            None => Key::Word(&stem).of(1.0, prior),
        };
        found.push(Feature { meaning: glossary::meaning(word), ..said });
        if let Some((first, first_prior)) = before {
            found.push(Key::Pair(&first, &stem).of(PAIR_WEIGHT, (first_prior * prior).sqrt()));
        }
        found.extend(grams(word).map(|gram| Key::Gram(gram).of(1.0, prior)));
        before = Some((stem, prior));
    }
    once(found)
}

/// What a text tells: equal for two whose telling words are the same but for synonyms, whatever their order.
pub fn telling(text: &str) -> u64 {
    let stems = normalise::words(text).into_iter().map(|word| stem::stem(&word));
    let stems: Vec<String> = stems.filter(|stem| lexicon::tells(stem)).collect();
    let key = |stem| synonyms::concept(stem).map_or(Key::Word(stem), Key::Concept);
    digest(&stems.iter().map(|stem| key(stem)).collect::<BTreeSet<Key<'_>>>())
}

/// The runs of 3 to 5 characters of a word with its ends marked.
fn grams(word: &str) -> impl Iterator<Item = u128> {
    let marked: Vec<char> = [' '].into_iter().chain(word.chars()).chain([' ']).collect();
    let packed = |run: &[char]| run.iter().fold(0, |packed, c| packed << 21 | u128::from(u32::from(*c)));
    let of_size = move |size| marked.windows(size).map(packed).collect::<Vec<_>>();
    (3..=5).flat_map(of_size)
}

/// Each feature once. Repetition counts, ever less: a word said ten times is not ten times the subject.
fn once(mut found: Vec<Feature>) -> Vec<Feature> {
    found.sort_unstable_by_key(|feature| feature.key);
    let merged = |same: &[Feature]| {
        let prior = same.iter().map(|f| f.prior).fold(0.0, f32::max);
        let weight = same[0].weight * (1.0 + (same.len() as f32).ln());
        Feature { weight, prior, ..same[0] }
    };
    found.chunk_by(|a, b| a.key == b.key).map(merged).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(one: &str, other: &str) -> Vec<Feature> {
        let other = features(other);
        features(one).into_iter().filter(|one| other.iter().any(|f| f.key == one.key)).collect()
    }

    #[test]
    fn synonyms_share_their_concept_but_not_their_word() {
        let shared = shared("trash", "garbage");
        let concept = synonyms::concept("trash").map(|concept| digest(&Key::Concept(concept)));
        assert_eq!(shared.iter().map(|f| f.key).collect::<Vec<_>>(), Vec::from_iter(concept));
    }

    #[test]
    fn a_misspelt_word_shares_characters() {
        assert!(shared("elevater", "elevator").iter().all(|f| f.block == Block::Grams));
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
