//! A community's entries by what they mean, beside the words that they have.
//!
//! A text is as like a wording as their sentence vectors and their words are together. From these likenesses a
//! logistic head scores the entries; a community with more wordings than it learns from keeps to the means of the
//! wordings. The scores have the scale of a likeness, and the community's own wordings, each held against the other
//! entries alone, tell where on it strangers end and answers begin.

use crate::head::{Head, products};
use crate::index::{SAME, worded};
use crate::one_core::OneCore;
use crate::vector::Compact;
use crate::{Entry, Lexical, Match, ModelError, Thresholds, normalise};

/// The part of a likeness that the sentence vectors decide; the words decide the rest.
const MEANING_PART: f32 = 0.8;
/// What it adds to a score that an entry covers all words of a text, in whatever wording.
const COVER: f32 = 0.1;
/// The most wordings that a head learns from: its cost grows with their square.
const MOST_LEARNT: usize = 2_000;
/// The most bytes that vectors and head take together; a head that does not fit is not learnt.
const MOST_BYTES: usize = 1 << 20;
/// The most wordings that are worth their vectors: those of all-MiniLM-L6-v2 take a megabyte.
pub const MOST_WORDINGS: usize = 2_600;
/// How far, in score, the best must lead the second: a little more than three to one, as the head sees it.
const LEAD: f32 = 0.13;
/// The score from which a text is answered in a community that has not told otherwise.
const ANY_THRESHOLD: f32 = 0.64;
/// The part of its threshold that a community tells.
const OWN_PART: f32 = 0.3;
/// So far above its threshold a score is as sure as one can be that is not the question itself.
const SURE: f32 = 0.5;
/// What is not the question itself is no surer than this.
const MOST_CONFIDENCE: f32 = 0.96;

/// Ranks texts by meaning, words and characters together, from vectors that are there already.
///
/// Immutable once built.
pub struct Meanings {
    lexical: Lexical,
    /// One a wording.
    vectors: Vec<Compact>,
    /// For each entry, the length of the sum of its wordings, never 0.
    lengths: Vec<f32>,
    /// Nothing where there are too many wordings, or none, to learn from.
    head: Option<Head>,
    /// The score from which a text is answered.
    threshold: f32,
}

impl Meanings {
    /// The texts of which [`Meanings::new`] wants the vectors: every wording that has a word, in its order.
    pub fn wordings(entries: &[Entry]) -> impl Iterator<Item = &str> {
        entries.iter().flat_map(worded)
    }

    /// An index of these entries, in this order, with a vector for each of their wordings. Entries without a word in
    /// their question and samples never match. It learns for up to a second, on one core.
    ///
    /// # Errors
    /// [`ModelError`] when there are not as many vectors as wordings, or they are of different lengths.
    pub fn new(entries: Vec<Entry>, vectors: Vec<Compact>) -> Result<Self, ModelError> {
        let failed = |why: String| ModelError::Failed(why);
        let numbers: Vec<Vec<f32>> = vectors.iter().map(|vector| vector.numbers().collect()).collect();
        let size = numbers.first().map_or(0, Vec::len);
        if Self::wordings(&entries).count() != vectors.len() || numbers.iter().any(|n| n.len() != size) {
            return Err(failed("its vectors are not those of the wordings".into()));
        }
        let lexical = Lexical::new(entries);
        let entry = lexical.entry_of_wordings();
        let lengths = lengths(&lexical, &numbers);
        let (mut head, mut threshold) = (None, threshold(&[]));
        let fits = vectors.len() * (size + lexical.entries.len()) <= MOST_BYTES;
        if fits && (1..=MOST_LEARNT).contains(&vectors.len()) {
            let learnt = OneCore::default().run(|| {
                let meaning = products(&numbers)?;
                let together = |(words, meaning): (f32, f32)| both(meaning, words);
                let alike: Vec<f32> = lexical.alike().into_iter().zip(meaning).map(together).collect();
                let learnt = Head::learn(&alike, &entry, lexical.entries.len())?;
                threshold = self::threshold(&strangers(&learnt, &alike, &entry));
                candle_core::Result::Ok(learnt)
            });
            head = Some(learnt.map_err(|why| failed(why.to_string()))?);
        }
        Ok(Self { lexical, vectors, lengths, head, threshold })
    }

    /// The same entries by their words alone.
    pub fn words(&self) -> &Lexical {
        &self.lexical
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        let vectors = self.vectors.iter().map(Compact::bytes).sum::<usize>();
        self.lexical.bytes() + vectors + self.head.as_ref().map_or(0, Head::bytes)
    }

    /// As [`crate::Engine::rank`], for a text whose vector the same encoder gave.
    pub fn rank(&self, text: &str, meaning: &[f32], limit: usize) -> Vec<Match> {
        if normalise::words(text).is_empty() {
            return Vec::new();
        }
        let scores = self.scores(text, meaning);
        let mut ranked: Vec<(f32, usize)> =
            scores.into_iter().map(|score| score.unwrap_or(f32::INFINITY)).zip(0..).collect();
        ranked.retain(|(score, _)| *score > 0.0);
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let best = ranked.iter().map(|(score, _)| *score).find(|score| score.is_finite()).unwrap_or_default();
        let surest = self.confidence(best);
        // The lead that is asked for in score is the lead that is asked for in confidence.
        let behind = |score: f32| surest - Thresholds::DEFAULT.lead * (best - score) / LEAD;
        let named = |(score, at): (f32, usize)| {
            let known = &self.lexical.entries[at];
            let confidence = if score.is_finite() { behind(score) } else { 1.0 };
            Match { id: known.id.clone(), question: known.question.clone(), confidence }
        };
        ranked.into_iter().map(named).filter(|found| found.confidence > 0.0).take(limit).collect()
    }

    /// The score of each entry, or none for the question itself.
    fn scores(&self, text: &str, meaning: &[f32]) -> Vec<Option<f32>> {
        let (words, covered) = self.lexical.compare(text);
        let together = |(vector, words): (&Compact, &f32)| both(vector.dot(meaning), *words);
        let alike: Vec<f32> = self.vectors.iter().zip(&words).map(together).collect();
        let known = self.lexical.entries.iter().zip(&self.lengths);
        let scores = match &self.head {
            Some(head) => head.scores(&alike),
            None => known.map(|(e, length)| alike[e.wordings.clone()].iter().sum::<f32>() / length).collect(),
        };
        let is_same = |wordings: &[f32]| wordings.iter().any(|words| *words >= SAME);
        let entries = self.lexical.entries.iter().zip(scores.into_iter().zip(covered));
        entries
            .map(|(known, (score, covered))| match &words[known.wordings.clone()] {
                [] => Some(0.0),
                own if is_same(own) => None,
                _ => Some(score + COVER * covered),
            })
            .collect()
    }

    /// From a score to a confidence: the threshold becomes that of [`Thresholds::DEFAULT`].
    fn confidence(&self, score: f32) -> f32 {
        let answer = Thresholds::DEFAULT.answer;
        let above = score - self.threshold;
        let confidence = match above < 0.0 {
            true => answer * score / self.threshold,
            false => answer + (MOST_CONFIDENCE - answer) * above / SURE,
        };
        confidence.clamp(0.0, MOST_CONFIDENCE)
    }
}

/// How like two texts are, from how like they are in meaning and in words.
fn both(meaning: f32, words: f32) -> f32 {
    MEANING_PART * meaning + (1.0 - MEANING_PART) * words
}

/// For each entry, the length of the sum of its wordings.
fn lengths(lexical: &Lexical, vectors: &[Vec<f32>]) -> Vec<f32> {
    let length = |known: &crate::index::Known| {
        let own = &vectors[known.wordings.clone()];
        let size = own.first().map_or(0, Vec::len);
        let sum = (0..size).map(|at| own.iter().map(|vector| vector[at]).sum::<f32>().powi(2)).sum::<f32>();
        let words = (own.len() as f32 * known.mean_length).powi(2);
        both(sum, words).sqrt().max(f32::EPSILON)
    };
    lexical.entries.iter().map(length).collect()
}

/// For each wording, the best score among the entries that are not its own, in order: how near a text comes that
/// none of them answers.
fn strangers(head: &Head, alike: &[f32], entry: &[usize]) -> Vec<f32> {
    let nearest = |(row, own): (&[f32], &usize)| {
        let others = head.scores(row).into_iter().zip(0..).filter(|(_, at)| at != own);
        others.map(|(score, _)| score).fold(0.0, f32::max)
    };
    let mut nearest: Vec<f32> = alike.chunks(entry.len()).zip(entry).map(nearest).collect();
    nearest.sort_by(f32::total_cmp);
    nearest
}

/// The score from which a text is answered: what strangers to a community reach, one in twenty aside, shrunk toward
/// what holds for any.
fn threshold(strangers: &[f32]) -> f32 {
    match strangers.get(strangers.len() * 19 / 20) {
        Some(reached) => OWN_PART * reached + (1.0 - OWN_PART) * ANY_THRESHOLD,
        None => ANY_THRESHOLD,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_community_of_questions_close_together_asks_for_more() {
        let (wide, close): (Vec<f32>, Vec<f32>) = (vec![0.2; 100], vec![0.8; 100]);
        assert!(threshold(&wide) < threshold(&[]) && threshold(&[]) < threshold(&close));
    }

    #[test]
    fn one_stranger_in_twenty_is_not_listened_to() {
        let mut strangers = vec![0.5; 96];
        let usual = threshold(&strangers);
        strangers.extend([2.0; 4]);
        assert_eq!(threshold(&strangers), usual);
    }
}
