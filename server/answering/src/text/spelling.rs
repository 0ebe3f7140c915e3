//! Spelling correction against the vocabulary of a community.
//!
//! A word is corrected if it is unknown and exactly one vocabulary word is one edit away: an inserted, deleted or
//! transposed letter, or, in a long word, a substituted letter. The first letter must match. Short words are not
//! corrected, because one edit often yields another valid word ("boat" and "goat"). A word with several candidates of
//! different stems is left unchanged.

use std::cmp::Ordering;

use crate::text::abbreviations::expand_abbreviation;
use crate::text::{normalization, stemming::stem, synonyms, term_weights};

/// Minimum characters of a word that is corrected.
const MIN_CORRECTED_CHARS: usize = 6;
/// Minimum characters of a word in which a substituted letter is corrected.
const MIN_SUBSTITUTION_CHARS: usize = 8;

/// The distinct words of a community in ascending order.
#[derive(Default)]
pub struct Vocabulary {
    words: Box<[Box<str>]>,
}

impl Vocabulary {
    /// Sorts and deduplicates the words.
    pub fn new(mut words: Vec<String>) -> Self {
        words.sort_unstable();
        words.dedup();
        Self { words: words.into_iter().map(String::into_boxed_str).collect() }
    }

    /// Returns the approximate memory use in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.words.iter().map(|word| size_of::<Box<str>>() + word.len()).sum()
    }

    /// Returns the text with abbreviations expanded and misspelled words corrected.
    pub fn correct_spelling(&self, text: &str) -> String {
        normalization::replace_words(text, |word| expand_abbreviation(word).or_else(|| self.correction(word)))
    }

    /// Returns the correction of a folded word, or `None` if the word stays unchanged.
    fn correction(&self, word: &str) -> Option<&str> {
        let length = word.chars().count();
        let is_correctable = length >= MIN_CORRECTED_CHARS && word.chars().all(char::is_alphabetic);
        if !is_correctable || self.contains(word) || is_common(word) {
            return None;
        }
        let first = word.chars().next()?;
        let start = self.words.partition_point(|known| known.chars().next() < Some(first));
        let same_letter = self.words[start..].iter().take_while(|known| known.starts_with(first));
        let allows_substitution = length >= MIN_SUBSTITUTION_CHARS;
        let mut candidates = same_letter.filter(|known| is_one_edit(word, known, allows_substitution));
        let candidate = candidates.next()?;
        let stem_of_candidate = stem(candidate);
        candidates.all(|other| stem(other) == stem_of_candidate).then_some(candidate.as_ref())
    }

    fn contains(&self, word: &str) -> bool {
        self.words.binary_search_by(|known| known.as_ref().cmp(word)).is_ok()
    }
}

/// Returns whether a word is a common English word, a synonym that the engine lists, or an abbreviation.
fn is_common(word: &str) -> bool {
    let stem = stem(word);
    term_weights::weight(&stem) < 1.0
        || synonyms::concept(&stem).is_some()
        || expand_abbreviation(word).is_some()
}

/// Returns whether one edit turns `typed` into `intended`. A substituted letter counts only if `allows_substitution`.
fn is_one_edit(typed: &str, intended: &str, allows_substitution: bool) -> bool {
    let (typed, intended): (Vec<char>, Vec<char>) = (typed.chars().collect(), intended.chars().collect());
    let prefix = typed.iter().zip(&intended).take_while(|(one, other)| one == other).count();
    let (rest, other) = (&typed[prefix..], &intended[prefix..]);
    match rest.len().cmp(&other.len()) {
        Ordering::Less => other[1..] == *rest,
        Ordering::Greater => rest[1..] == *other,
        Ordering::Equal => {
            let is_transposed =
                rest.len() >= 2 && rest[0] == other[1] && rest[1] == other[0] && rest[2..] == other[2..];
            is_transposed || allows_substitution && !rest.is_empty() && rest[1..] == other[1..]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn correct(vocabulary: &str, typed: &str) -> String {
        Vocabulary::new(vocabulary.split(' ').map(str::to_owned).collect()).correct_spelling(typed)
    }

    #[test]
    fn one_edit_is_corrected() {
        let vocabulary = "amenities parking reservation elevator";
        for (typed, intended) in [
            ("ammenities", "amenities"),
            ("ameniies", "amenities"),
            ("pakring", "parking"),
            ("resetvation", "reservation"),
        ] {
            assert_eq!(correct(vocabulary, typed), intended);
        }
        assert_eq!(correct(vocabulary, "Is the ELEVATTOR, er, broken?"), "Is the elevator, er, broken?");
    }

    #[test]
    fn a_word_that_may_be_correct_is_left_unchanged() {
        for (vocabulary, typed) in [
            ("goat", "boat"),
            ("parking", "packing"),
            ("quiet", "quite"),
            ("parking", "barking"),
            ("reservation", "resetvatoin"),
            ("marina marine", "marins"),
            ("parking", "parking"),
            ("building", "buildings"),
            ("", "zeppelin"),
            ("parking", "p4rking"),
        ] {
            assert_eq!(correct(vocabulary, typed), typed, "{vocabulary}");
        }
    }

    #[test]
    fn abbreviations_are_expanded_anywhere_in_a_text() {
        assert_eq!(correct("", "r u open tmrw?"), "are you open tomorrow?");
    }

    #[test]
    fn a_text_of_unusual_characters_is_left_unchanged() {
        for text in ["", " ", "🙂🙂", "\u{202e}\0", "ÉÉ É'É --", "İİİİİİİİ"] {
            assert_eq!(correct("parking", text), text);
        }
    }
}
