//! The words that a community uses, and misspelt ones put right by them.
//!
//! A word is taken for misspelt when nobody is known to use it and it is one slip away from a single word that the
//! community does use: a letter too many, one too few, or two that changed places; in a long word also a wrong one.
//! The first letter is taken for right, and short words are left alone, for there a slip makes other words
//! ("boat" and "goat"). Two words at hand leave it as it was.

use std::cmp::Ordering;

use crate::{lexicon, normalise, shorthand, stem, synonyms};

/// The shortest word that is put right.
const SHORTEST: usize = 6;
/// The shortest in which a wrong letter is put right.
const LONG: usize = 8;

/// Words, in order.
#[derive(Default)]
pub struct Vocabulary {
    words: Box<[Box<str>]>,
}

impl Vocabulary {
    /// Of these words.
    pub fn new(mut words: Vec<String>) -> Self {
        words.sort_unstable();
        words.dedup();
        Self { words: words.into_iter().map(String::into_boxed_str).collect() }
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        self.words.iter().map(|word| size_of::<Box<str>>() + word.len()).sum()
    }

    /// A text with its words as they were meant: shorthand written out, misspelt ones put right.
    pub fn put_right(&self, text: &str) -> String {
        normalise::respell(text, |word| shorthand::long(word).or_else(|| self.right(word)))
    }

    /// A misspelt word as it was meant.
    fn right(&self, word: &str) -> Option<&str> {
        let length = word.chars().count();
        let is_plain = length >= SHORTEST && word.chars().all(char::is_alphabetic);
        if !is_plain || self.uses(word) || is_known(word) {
            return None;
        }
        let first = word.chars().next()?;
        let from = self.words.partition_point(|known| known.chars().next() < Some(first));
        let alike = self.words[from..].iter().take_while(|known| known.starts_with(first));
        let mut meant = alike.filter(|known| is_slip(word, known, length >= LONG));
        let found = meant.next()?;
        let stem = stem::stem(found);
        meant.all(|other| stem::stem(other) == stem).then_some(found.as_ref())
    }

    fn uses(&self, word: &str) -> bool {
        self.words.binary_search_by(|known| known.as_ref().cmp(word)).is_ok()
    }
}

/// Whether it is a word of English that everybody uses, or one of ours.
fn is_known(word: &str) -> bool {
    let stem = stem::stem(word);
    lexicon::weight(&stem) < 1.0 || synonyms::concept(&stem).is_some() || shorthand::long(word).is_some()
}

/// Whether one slip turns a word into another; a wrong letter counts where that is said.
fn is_slip(typed: &str, meant: &str, wrong_letter: bool) -> bool {
    let (typed, meant): (Vec<char>, Vec<char>) = (typed.chars().collect(), meant.chars().collect());
    let same = typed.iter().zip(&meant).take_while(|(one, other)| one == other).count();
    let (rest, other) = (&typed[same..], &meant[same..]);
    match rest.len().cmp(&other.len()) {
        Ordering::Less => other[1..] == *rest,
        Ordering::Greater => rest[1..] == *other,
        Ordering::Equal => {
            let swapped =
                rest.len() >= 2 && rest[0] == other[1] && rest[1] == other[0] && rest[2..] == other[2..];
            swapped || wrong_letter && !rest.is_empty() && rest[1..] == other[1..]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn right(known: &str, typed: &str) -> String {
        Vocabulary::new(known.split(' ').map(str::to_owned).collect()).put_right(typed)
    }

    #[test]
    fn one_slip_is_put_right() {
        let known = "amenities parking reservation elevator";
        for (typed, meant) in [
            ("ammenities", "amenities"),
            ("ameniies", "amenities"),
            ("pakring", "parking"),
            ("resetvation", "reservation"),
        ] {
            assert_eq!(right(known, typed), meant);
        }
        assert_eq!(right(known, "Is the ELEVATTOR, er, broken?"), "Is the elevator, er, broken?");
    }

    #[test]
    fn a_word_that_may_be_another_is_left_alone() {
        for (known, typed) in [
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
            assert_eq!(right(known, typed), typed, "{known}");
        }
    }

    #[test]
    fn shorthand_is_written_out_wherever_it_stands() {
        assert_eq!(right("", "r u open tmrw?"), "are you open tomorrow?");
    }

    #[test]
    fn a_text_of_odd_characters_stays_as_it_is() {
        for text in ["", " ", "🙂🙂", "\u{202e}\0", "ÉÉ É'É --", "İİİİİİİİ"] {
            assert_eq!(right("parking", text), text);
        }
    }
}
