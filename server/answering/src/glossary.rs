//! What common words of English mean, whatever stands around them: for texts that no model reads.
//!
//! `glossary.bin` holds them in order: how many letters, the word, and [`SIZE`] numbers, a byte each, that only compare.
//! They are what all-MiniLM-L6-v2 says of each word by itself, along the directions in which words differ most (after
//! Tulkens and van Dongen, "Model2Vec", 2024); `examples/glossary.rs` makes it anew.

use std::collections::HashMap;
use std::sync::LazyLock;

/// How many numbers say what a word means.
pub const SIZE: usize = 64;

/// What a word means, as a direction of any length.
pub type Meaning = [u8; SIZE];

static GLOSSARY: LazyLock<HashMap<&str, &Meaning>> = LazyLock::new(|| {
    let mut rest: &[u8] = include_bytes!("glossary.bin");
    let mut glossary = HashMap::new();
    while let Some((word, meaning, after)) = entry(rest) {
        glossary.insert(word, meaning);
        rest = after;
    }
    glossary
});

/// What a lowercase word means, where that is known.
pub fn meaning(word: &str) -> Option<&'static Meaning> {
    GLOSSARY.get(word).copied()
}

/// The first entry of some bytes, and what follows it.
fn entry(bytes: &[u8]) -> Option<(&str, &Meaning, &[u8])> {
    let (letters, rest) = bytes.split_first()?;
    let (word, rest) = rest.split_at_checked((*letters).into())?;
    let (meaning, rest) = rest.split_first_chunk()?;
    Some((str::from_utf8(word).ok()?, meaning, rest))
}

/// The weighted sum of what words mean, of unit length; nothing where there is none.
pub fn gist(words: impl Iterator<Item = (&'static Meaning, f32)>) -> Option<[f32; SIZE]> {
    let mut sum = [0.0; SIZE];
    for (meaning, weight) in words {
        let numbers = meaning.map(|step| f32::from(step.cast_signed()));
        let weight = weight / length(&numbers);
        sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += weight * number);
    }
    let whole = length(&sum);
    (whole > f32::EPSILON).then(|| sum.map(|number| number / whole))
}

fn length(of: &[f32; SIZE]) -> f32 {
    of.iter().map(|number| number * number).sum::<f32>().sqrt().max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::dot;

    fn like(one: &str, other: &str) -> f32 {
        let of = |word| gist([(meaning(word).expect(word), 1.0)].into_iter()).expect(word);
        dot(&of(one), &of(other))
    }

    #[test]
    fn words_of_like_meaning_are_alike() {
        for (one, other, far) in
            [("car", "truck", "lawn"), ("pay", "money", "dog"), ("pool", "swimming", "school")]
        {
            assert!(like(one, other) > like(one, far) + 0.2, "{one} {other} {far}");
        }
    }

    #[test]
    fn the_whole_file_is_read() {
        assert!(GLOSSARY.len() > 10_000, "{}", GLOSSARY.len());
        assert!(meaning("zyzzyva").is_none());
    }

    #[test]
    fn what_is_said_more_weighs_more_and_of_nothing_there_is_no_gist() {
        let (car, lawn) = (meaning("car").expect("car"), meaning("lawn").expect("lawn"));
        let gist_of = |weight| gist([(car, weight), (lawn, 1.0)].into_iter()).expect("two words");
        let car = gist([(car, 1.0)].into_iter()).expect("a word");
        assert!(dot(&gist_of(2.0), &car) > dot(&gist_of(0.5), &car));
        assert!(gist(std::iter::empty()).is_none());
    }
}
