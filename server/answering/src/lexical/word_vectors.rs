//! Static vectors of common English words, used where no sentence model encodes the text.
//!
//! `word_vectors.bin` lists the words in ascending order. Each record is the length of the word in bytes (1 byte), the
//! word, and [`WORD_VECTOR_DIMENSIONS`] components of 1 byte each. The vectors are the token states that
//! all-MiniLM-L6-v2 computes for each word in isolation, reduced by principal component analysis (Tulkens and
//! van Dongen, "Model2Vec", 2024). `examples/word_vectors.rs` generates the file.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Components of a word vector.
pub const WORD_VECTOR_DIMENSIONS: usize = 64;

/// The quantized vector of a word; its length carries no information.
pub type WordVector = [u8; WORD_VECTOR_DIMENSIONS];

static WORD_VECTORS: LazyLock<HashMap<&str, &WordVector>> = LazyLock::new(|| {
    let mut rest: &[u8] = include_bytes!("word_vectors.bin");
    let mut vectors = HashMap::new();
    while let Some((word, vector, after)) = parse_record(rest) {
        vectors.insert(word, vector);
        rest = after;
    }
    vectors
});

/// Returns the vector of a lowercase word, if the table contains the word.
pub fn word_vector(word: &str) -> Option<&'static WordVector> {
    WORD_VECTORS.get(word).copied()
}

/// Parses the first record and returns it with the remaining bytes.
fn parse_record(bytes: &[u8]) -> Option<(&str, &WordVector, &[u8])> {
    let (length, rest) = bytes.split_first()?;
    let (word, rest) = rest.split_at_checked((*length).into())?;
    let (vector, rest) = rest.split_first_chunk()?;
    Some((str::from_utf8(word).ok()?, vector, rest))
}

/// Returns the weighted sum of word vectors, normalized to unit length. Returns `None` if the sum is zero.
pub fn weighted_sum(
    words: impl Iterator<Item = (&'static WordVector, f32)>,
) -> Option<[f32; WORD_VECTOR_DIMENSIONS]> {
    let mut sum = [0.0; WORD_VECTOR_DIMENSIONS];
    for (vector, weight) in words {
        let components = vector.map(|component| f32::from(component.cast_signed()));
        let weight = weight / norm(&components);
        sum.iter_mut().zip(components).for_each(|(sum, component)| *sum += weight * component);
    }
    let norm = norm(&sum);
    (norm > f32::EPSILON).then(|| sum.map(|component| component / norm))
}

fn norm(vector: &[f32; WORD_VECTOR_DIMENSIONS]) -> f32 {
    vector.iter().map(|component| component * component).sum::<f32>().sqrt().max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::dot;

    fn similarity(one: &str, other: &str) -> f32 {
        let unit =
            |word| weighted_sum([(word_vector(word).expect(word), 1.0)].into_iter()).expect("not zero");
        dot(&unit(one), &unit(other))
    }

    #[test]
    fn words_of_similar_meaning_have_similar_vectors() {
        for (one, other, unrelated) in
            [("car", "truck", "lawn"), ("pay", "money", "dog"), ("pool", "swimming", "school")]
        {
            assert!(similarity(one, other) > similarity(one, unrelated) + 0.2, "{one} {other} {unrelated}");
        }
    }

    #[test]
    fn the_whole_file_is_parsed() {
        assert!(WORD_VECTORS.len() > 10_000, "{}", WORD_VECTORS.len());
        assert!(word_vector("zyzzyva").is_none());
    }

    #[test]
    fn a_heavier_word_contributes_more_and_an_empty_sum_is_none() {
        let (car, lawn) = (word_vector("car").expect("car"), word_vector("lawn").expect("lawn"));
        let sum = |weight| weighted_sum([(car, weight), (lawn, 1.0)].into_iter()).expect("two words");
        let car = weighted_sum([(car, 1.0)].into_iter()).expect("a word");
        assert!(dot(&sum(2.0), &car) > dot(&sum(0.5), &car));
        assert!(weighted_sum(std::iter::empty()).is_none());
    }
}
