//! The engine with a sentence model: what a text means, beside the words that it has.
//!
//! A text is as like a wording as their sentence vectors and their words are together. From these likenesses a
//! logistic head scores the entries; a community with more wordings than it learns from keeps to the means of the
//! wordings. The scores have the scale of a likeness, and the community's own wordings, each held against the other
//! entries alone, tell where on it strangers end and answers begin.

use std::sync::Arc;

use crate::head::{Head, products};
use crate::index::{SAME, worded};
use crate::vector::Compact;
use crate::{Encoder, Engine, Entry, Lexical, Match, ModelError, Thresholds, normalise};

/// The part of a likeness that the sentence vectors decide; the words decide the rest.
const MEANING_PART: f32 = 0.75;
/// What it adds to a score that an entry covers all words of a text, in whatever wording.
const COVER: f32 = 0.1;
/// The most wordings that a head learns from: its cost grows with their square.
const MOST_LEARNT: usize = 2_000;
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

/// Ranks by meaning, words and characters together.
///
/// Immutable once built. Building reads every wording with the encoder, some ten milliseconds each, and then learns
/// for up to a second.
pub struct Semantic {
    lexical: Lexical,
    encoder: Arc<dyn Encoder>,
    /// One a wording.
    vectors: Vec<Compact>,
    /// For each entry, the length of the sum of its wordings, never 0.
    lengths: Vec<f32>,
    /// Nothing where there are too many wordings, or none, to learn from.
    head: Option<Head>,
    /// The score from which a text is answered.
    threshold: f32,
}

impl Semantic {
    /// An index of these entries, in this order. Entries without a word in their question and samples never match.
    ///
    /// # Errors
    /// Those of the encoder.
    pub fn new(entries: Vec<Entry>, encoder: Arc<dyn Encoder>) -> Result<Self, ModelError> {
        let texts: Vec<&str> = entries.iter().flat_map(worded).collect();
        let vectors = encoder.embed(&texts)?;
        let lexical = Lexical::new(entries);
        let entry = lexical.entry_of_wordings();
        let lengths = lengths(&lexical, &vectors);
        let (mut head, mut threshold) = (None, threshold(&[]));
        if (1..=MOST_LEARNT).contains(&vectors.len()) {
            let failed = |why: candle_core::Error| ModelError::Failed(why.to_string());
            let meaning = products(&vectors).map_err(failed)?;
            let together = |(words, meaning): (f32, f32)| both(meaning, words);
            let alike: Vec<f32> = lexical.alike().into_iter().zip(meaning).map(together).collect();
            let learnt = Head::learn(&alike, &entry, lexical.entries.len()).map_err(failed)?;
            threshold = self::threshold(&strangers(&learnt, &alike, &entry));
            head = Some(learnt);
        }
        let vectors = vectors.iter().map(|vector| Compact::of(vector)).collect();
        Ok(Self { lexical, encoder, vectors, lengths, head, threshold })
    }

    /// The score of each entry, or none for the question itself.
    fn scores(&self, text: &str) -> Result<Vec<Option<f32>>, ModelError> {
        let meaning = self.encoder.embed(&[text])?.swap_remove(0);
        let (words, covered) = self.lexical.compare(text);
        let together = |(vector, words): (&Compact, &f32)| both(vector.dot(&meaning), *words);
        let alike: Vec<f32> = self.vectors.iter().zip(&words).map(together).collect();
        let known = self.lexical.entries.iter().zip(&self.lengths);
        let scores = match &self.head {
            Some(head) => head.scores(&alike),
            None => known.map(|(e, length)| alike[e.wordings.clone()].iter().sum::<f32>() / length).collect(),
        };
        let is_same = |wordings: &[f32]| wordings.iter().any(|words| *words >= SAME);
        let entries = self.lexical.entries.iter().zip(scores.into_iter().zip(covered));
        Ok(entries
            .map(|(known, (score, covered))| match &words[known.wordings.clone()] {
                [] => Some(0.0),
                own if is_same(own) => None,
                _ => Some(score + COVER * covered),
            })
            .collect())
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

impl Engine for Semantic {
    fn rank(&self, text: &str, limit: usize) -> Vec<Match> {
        if normalise::words(text).is_empty() {
            return Vec::new();
        }
        // A text that the model cannot read is still one of words.
        let Ok(scores) = self.scores(text) else { return self.lexical.rank(text, limit) };
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
