//! How like two texts are word by word: each word of the one finds the most like it in the other, and the other way
//! round.
//!
//! After Khattab and Zaharia, "ColBERT: Efficient and Effective Passage Search via Contextualized Late Interaction"
//! (2020), both ways, and with each word weighing as rare as it is among the entries: what a question has in common
//! with all others tells little of it.

use std::collections::BTreeSet;

use crate::index::rarity;
use crate::reading::Word;

/// The words of a community's wordings.
#[derive(Default)]
pub struct Senses {
    words: Vec<Word>,
    /// How rare each of them is.
    weights: Vec<f32>,
    /// Where the words of each wording end.
    ends: Vec<u32>,
    /// Each token and how rare it is, in order.
    known: Vec<(u16, f32)>,
    /// How rare a token is that no entry has.
    unknown: f32,
}

impl Senses {
    /// From the words of each wording, the entry of each, and the number of entries.
    pub fn new<'a>(
        wordings: impl Iterator<Item = &'a [Word]> + Clone,
        owners: &[u32],
        entries: usize,
    ) -> Self {
        let of_entries = wordings.clone().zip(owners);
        let having: BTreeSet<(u16, u32)> =
            of_entries.flat_map(|(words, entry)| words.iter().map(|word| (word.token, *entry))).collect();
        let having: Vec<(u16, u32)> = having.into_iter().collect();
        let by_token = having.chunk_by(|one, other| one.0 == other.0);
        let known = by_token.map(|same| (same[0].0, rarity(entries, same.len()))).collect();
        let mut senses = Self { known, unknown: rarity(entries, 0), ..Self::default() };
        for words in wordings {
            senses.words.extend(words);
            senses.ends.push(senses.words.len() as u32);
        }
        senses.weights = senses.weigh(&senses.words);
        senses
    }

    /// Whether no word is known, so that nothing can be compared.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
            + size_of_val(&self.weights[..])
            + size_of_val(&self.ends[..])
            + size_of_val(&self.known[..])
    }

    /// How like a text's words are to those of each wording.
    pub fn compare(&self, words: &[Word]) -> Vec<f32> {
        self.beside(words, &self.weigh(words), 0)
    }

    /// How like every wording is to every other, row by row.
    pub fn alike(&self) -> Vec<f32> {
        let count = self.ends.len();
        let mut alike = vec![0.0; count * count];
        for one in 0..count {
            let (words, weights) = self.wording(one);
            for (other, like) in (one..).zip(self.beside(words, weights, one)) {
                alike[one * count + other] = like;
                alike[other * count + one] = like;
            }
        }
        alike
    }

    /// How like these words are to those of each wording, from one on.
    fn beside(&self, words: &[Word], weights: &[f32], from: usize) -> Vec<f32> {
        let mut nearest = vec![i32::MIN; words.len()];
        (from..self.ends.len())
            .map(|other| {
                let (others, their_weights) = self.wording(other);
                if words.is_empty() || others.is_empty() {
                    return 0.0;
                }
                nearest.fill(i32::MIN);
                let (mut found, mut of) = (0.0, 0.0);
                for (word, weight) in others.iter().zip(their_weights) {
                    let mut best = i32::MIN;
                    for (other, nearest) in words.iter().zip(&mut nearest) {
                        let like = word.steps_to(other);
                        *nearest = like.max(*nearest);
                        best = like.max(best);
                    }
                    found += weight * Word::of_steps(best);
                    of += weight;
                }
                let back = nearest.iter().zip(weights).map(|(like, weight)| weight * Word::of_steps(*like));
                (found / of + back.sum::<f32>() / weights.iter().sum::<f32>()) / 2.0
            })
            .collect()
    }

    fn wording(&self, at: usize) -> (&[Word], &[f32]) {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        let range = begin..self.ends[at] as usize;
        (&self.words[range.clone()], &self.weights[range])
    }

    fn weigh(&self, words: &[Word]) -> Vec<f32> {
        let weight = |word: &Word| match self.known.binary_search_by_key(&word.token, |(token, _)| *token) {
            Ok(at) => self.known[at].1,
            Err(_) => self.unknown,
        };
        words.iter().map(weight).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::SENSE;

    /// A word whose sense is its token.
    fn word(token: u16) -> Word {
        let mut sense = [0.0; SENSE];
        sense[usize::from(token)] = 1.0;
        Word::new(token, &sense)
    }

    fn words(tokens: &[u16]) -> Vec<Word> {
        tokens.iter().copied().map(word).collect()
    }

    fn senses(wordings: &[&[u16]]) -> Senses {
        let wordings: Vec<Vec<Word>> = wordings.iter().map(|tokens| words(tokens)).collect();
        let owners: Vec<u32> = (0..).take(wordings.len()).collect();
        Senses::new(wordings.iter().map(Vec::as_slice), &owners, wordings.len())
    }

    #[test]
    fn a_text_is_like_the_wording_that_has_its_words() {
        let senses = senses(&[&[1, 2], &[1, 3], &[4]]);
        let like = senses.compare(&words(&[3, 1]));
        assert!((like[1] - 1.0).abs() < 1e-3, "{like:?}");
        assert!(like[0] < like[1] && like[2] < like[0], "{like:?}");
    }

    #[test]
    fn what_is_rare_tells_more_than_what_all_have() {
        // Each has 1; the texts share one word with the first.
        let senses = senses(&[&[1, 2], &[1, 3], &[1, 4], &[1, 5]]);
        let (common, rare) = (senses.compare(&words(&[1, 9])), senses.compare(&words(&[2, 9])));
        assert!(common[0] < rare[0], "{common:?} {rare:?}");
    }

    #[test]
    fn every_wording_is_compared_with_every_other_as_a_text_would_be() {
        let senses = senses(&[&[1, 2], &[1, 3, 5], &[4]]);
        let alike = senses.alike();
        for (row, tokens) in alike.chunks(3).zip([&[1_u16, 2][..], &[1, 3, 5], &[4]]) {
            for (one, other) in row.iter().zip(senses.compare(&words(tokens))) {
                assert!((one - other).abs() < 1e-6, "{alike:?}");
            }
        }
    }

    #[test]
    fn without_words_nothing_is_alike() {
        assert!(senses(&[&[], &[]]).is_empty());
        assert_eq!(senses(&[&[1], &[]]).compare(&words(&[1]))[1], 0.0);
        assert_eq!(senses(&[&[1], &[]]).compare(&[]), [0.0; 2]);
    }
}
