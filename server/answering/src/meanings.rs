//! A community's entries by what they mean, beside the words that they have.
//!
//! A text is as like a wording as their sentence vectors and their words are together. From these likenesses, and how
//! like they are in what their words mean where they stand, a logistic head scores the entries; a community with more
//! wordings than it learns from keeps to the means of the wordings. The scores have the scale of a likeness, and the community's own wordings, each held against the other
//! entries alone, tell where on it strangers end and answers begin.

use std::sync::Arc;

use crate::head::{Head, products};
use crate::index::{Known, NEARLY_SURE, SAME};
use crate::one_core::OneCore;
use crate::proof::USUAL;
use crate::reading::{Kept, Reading};
use crate::said::worded;
use crate::senses::Senses;
use crate::sight::{Sight, both};
use crate::vector::Compact;
use crate::{Entry, Lexical, Match, ModelError, Thresholds, normalise};

/// What it adds to a score that an entry covers all words of a text, in whatever wording.
const COVER: f32 = 0.1;
/// The most wordings that a head learns from: its cost grows with their square.
const MOST_LEARNT: usize = 2_000;
/// The most bytes that vectors and head take together; a head that does not fit is not learnt.
const MOST_BYTES: usize = 1 << 20;
/// The most wordings that are worth their vectors: those of all-MiniLM-L6-v2 take a megabyte.
pub const MOST_WORDINGS: usize = 2_600;
/// How far, in score, the best must lead the second: about four to one, as the head sees it.
const LEAD: f32 = 0.146;
/// The score from which a text is answered where the means of the wordings score.
const BY_MEANS: f32 = 0.64;
/// The part of its threshold that a community tells.
const OWN_PART: f32 = 0.5;
/// No entry reaches so many times farther than is usual, nor so many times less far.
const MOST_REACH: f32 = 1.5;
/// So far above its threshold a score is as sure as one can be that is not the question itself.
pub(crate) const SURE: f32 = 0.5;
/// What is not the question itself is no surer than this.
pub(crate) const MOST_CONFIDENCE: f32 = 0.96;

/// The score of the question itself.
const THE_SAME: f32 = f32::INFINITY;
/// The score of what is nearly a taught wording.
const AS_TAUGHT: f32 = f32::MAX;

/// Ranks texts by meaning, words and characters together, from vectors that are there already.
///
/// Immutable once built.
pub struct Meanings {
    lexical: Arc<Lexical>,
    /// One a wording.
    vectors: Vec<Compact>,
    /// For each entry, the length of the weighted sum of its wordings, never 0.
    lengths: Vec<f32>,
    /// Nothing where there are too many wordings, or none, to learn from.
    learnt: Option<Learnt>,
    /// For each entry, how far its own wordings reach in score, beside those of the others.
    reach: Vec<f32>,
    /// The score from which a text is answered.
    threshold: f32,
}

/// What it sees of a text, and what that speaks for.
struct Learnt {
    sight: Sight,
    head: Head,
}

impl Meanings {
    /// The texts of which an index of these entries wants the readings: every wording that has a word, in its order.
    pub fn wordings(entries: &[Entry]) -> impl Iterator<Item = &str> {
        entries.iter().flat_map(worded)
    }

    /// An index of the entries of these words, with a reading of each of their wordings, that answers from about the
    /// `usual` score on ([`crate::USUAL`]). Entries without a word in their question and samples never match. It
    /// learns for up to a second, on one core.
    ///
    /// # Errors
    /// [`ModelError`] when there are not as many readings as wordings, or their vectors are of different lengths.
    pub fn new(lexical: impl Into<Arc<Lexical>>, read: Vec<Kept>, usual: f32) -> Result<Self, ModelError> {
        let lexical = lexical.into();
        let words = read.iter().map(|read| &read.words[..]);
        let senses = Senses::new(words, lexical.owners(), lexical.entries.len());
        let mut index = Self::by_means(lexical, read, usual)?;
        index.learn(senses, usual).map_err(|why| ModelError::Failed(why.to_string()))?;
        Ok(index)
    }

    /// The same that has not learnt, in some milliseconds: it scores by the means of the wordings.
    ///
    /// # Errors
    /// As [`Meanings::new`].
    pub fn by_means(
        lexical: impl Into<Arc<Lexical>>,
        read: Vec<Kept>,
        usual: f32,
    ) -> Result<Self, ModelError> {
        let lexical = lexical.into();
        let vectors: Vec<Compact> = read.into_iter().map(|read| read.whole).collect();
        let alike = vectors.windows(2).all(|two| two[0].len() == two[1].len());
        if lexical.wordings() != vectors.len() || !alike {
            return Err(ModelError::Failed("its vectors are not those of the wordings".into()));
        }
        let lengths = lengths(&lexical, &vectors);
        let reach = vec![1.0; lexical.entries.len()];
        let threshold = BY_MEANS * usual / USUAL;
        Ok(Self { lexical, vectors, lengths, learnt: None, reach, threshold })
    }

    /// Whether there are wordings to learn from, and not too many.
    fn can_learn(&self) -> bool {
        let (count, entries) = (self.vectors.len(), self.lexical.entries.len());
        let size = self.vectors.first().map_or(0, Compact::len);
        (1..=MOST_LEARNT).contains(&count) && count * (size + entries) <= MOST_BYTES
    }

    /// Learns a head and a threshold, where it can.
    fn learn(&mut self, senses: Senses, usual: f32) -> candle_core::Result<()> {
        if !self.can_learn() {
            return Ok(());
        }
        let (count, entries) = (self.vectors.len(), self.lexical.entries.len());
        let numbers: Vec<Vec<f32>> = self.vectors.iter().map(|vector| vector.numbers().collect()).collect();
        let entry: Vec<usize> = self.lexical.owners().iter().map(|entry| *entry as usize).collect();
        OneCore::default().run(|| {
            let sight = Sight::new(&numbers, senses);
            let alike = sight.alike(products(&numbers)?, &self.lexical.alike());
            let head = Head::learn(&alike, &entry, &self.lexical.weight_of_wordings(), entries)?;
            let scores: Vec<Vec<f32>> = alike.chunks(count).map(|row| head.scores(row)).collect();
            self.reach = reach(&scores, &entry, entries);
            self.threshold = threshold(&strangers(&scores, &entry, &self.reach), usual);
            self.learnt = Some(Learnt { sight, head });
            Ok(())
        })
    }

    /// Whether it has learnt what it can.
    pub fn has_learnt(&self) -> bool {
        self.learnt.is_some() || !self.can_learn()
    }

    /// The same entries by their words alone.
    pub fn words(&self) -> &Arc<Lexical> {
        &self.lexical
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        let vectors = self.vectors.iter().map(Compact::bytes).sum::<usize>();
        let learnt = self.learnt.as_ref().map_or(0, |learnt| learnt.sight.bytes() + learnt.head.bytes());
        self.lexical.bytes() + vectors + learnt
    }

    /// As [`crate::Engine::rank`], for a text that the same encoder read.
    pub fn rank(&self, text: &str, read: &Reading, limit: usize) -> Vec<Match> {
        if normalise::words(text).is_empty() {
            return Vec::new();
        }
        let mut ranked: Vec<(f32, usize)> = self.scores(text, read).into_iter().zip(0..).collect();
        ranked.retain(|(score, _)| *score > 0.0);
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let best = ranked.iter().find(|(score, _)| *score < AS_TAUGHT);
        let surest = best.map_or(0.0, |(score, at)| self.confidence(score / self.reach[*at]));
        let best = best.map_or(0.0, |(score, _)| *score);
        // The lead that is asked for in score is the lead that is asked for in confidence.
        let behind = |score: f32| surest - Thresholds::DEFAULT.lead * (best - score) / LEAD;
        let named = |(score, at): (f32, usize)| {
            let known = &self.lexical.entries[at];
            let confidence = match score {
                THE_SAME => 1.0,
                AS_TAUGHT => NEARLY_SURE,
                score => behind(score),
            };
            Match { id: known.id.clone(), question: known.question.clone(), confidence }
        };
        ranked.into_iter().map(named).filter(|found| found.confidence > 0.0).take(limit).collect()
    }

    /// The score of each entry, or [`THE_SAME`], or [`AS_TAUGHT`].
    fn scores(&self, text: &str, read: &Reading) -> Vec<f32> {
        let (words, covered) = self.lexical.compare(text);
        let meaning: Vec<f32> = self.vectors.iter().map(|vector| vector.dot(&read.whole)).collect();
        let alike: Vec<f32> =
            meaning.iter().zip(&words).map(|(meaning, words)| both(*meaning, *words)).collect();
        let mut scores = match &self.learnt {
            Some(Learnt { sight, head }) => head.scores(&sight.compare(read, meaning, &words)),
            None => self.means(&alike),
        };
        for ((known, score), covered) in self.lexical.entries.iter().zip(&mut scores).zip(covered) {
            *score = match &words[known.wordings.clone()] {
                [] => 0.0,
                own if own.iter().any(|words| *words >= SAME) => THE_SAME,
                _ => *score + COVER * covered,
            };
        }
        if let Some(taught) = self.lexical.nearly(text, &alike) {
            scores[taught] = scores[taught].max(AS_TAUGHT);
        }
        scores
    }

    /// How like a text is to the mean of each entry's wordings.
    fn means(&self, alike: &[f32]) -> Vec<f32> {
        let mean = |(known, length): (&Known, &f32)| {
            let alike = alike[known.wordings.clone()].iter().zip(known.weights());
            alike.map(|(alike, bears)| alike * bears).sum::<f32>() / length
        };
        self.lexical.entries.iter().zip(&self.lengths).map(mean).collect()
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

/// For each entry, the length of the weighted sum of its wordings.
fn lengths(lexical: &Lexical, vectors: &[Compact]) -> Vec<f32> {
    let length = |known: &Known| {
        let mut sums = Vec::new();
        for (vector, bears) in vectors[known.wordings.clone()].iter().zip(known.weights()) {
            sums.resize(vector.len(), 0.0);
            vector.add_to(&mut sums, bears);
        }
        let meaning = sums.iter().map(|sum| sum.powi(2)).sum::<f32>();
        let words = (known.weights().sum::<f32>() * known.mean_length).powi(2);
        both(meaning, words).sqrt().max(f32::EPSILON)
    };
    lexical.entries.iter().map(length).collect()
}

/// For each entry, the score that its own wordings reach on average, as a part of what an entry's reach in this
/// community: where all that is known comes high, a text must come higher to be as surely one of it.
fn reach(scores: &[Vec<f32>], entry: &[usize], entries: usize) -> Vec<f32> {
    let (mut sums, mut counts) = (vec![0.0_f32; entries], vec![0_u32; entries]);
    for (scores, own) in scores.iter().zip(entry) {
        sums[*own] += scores[*own];
        counts[*own] += 1;
    }
    let known = sums.iter().zip(&counts).filter(|(_, count)| **count > 0);
    let means: Vec<f32> = known.map(|(sum, count)| sum / *count as f32).collect();
    let usual = means.iter().sum::<f32>() / means.len().max(1) as f32;
    let part = |(sum, count): (f32, u32)| match count {
        0 => 1.0,
        _ => (sum / count as f32 / usual).clamp(1.0 / MOST_REACH, MOST_REACH),
    };
    sums.into_iter().zip(counts).map(part).collect()
}

/// How near a text comes that no entry answers: for each wording, the best score among the entries that are not its
/// own, as [`Meanings::rank`] sees it, in order.
fn strangers(scores: &[Vec<f32>], entry: &[usize], reach: &[f32]) -> Vec<f32> {
    let nearest = |(scores, own): (&Vec<f32>, &usize)| {
        let others = scores.iter().zip(reach).zip(0..).filter(|(_, at)| at != own);
        let best = others.map(|(found, _)| found).max_by(|a, b| a.0.total_cmp(b.0));
        best.map_or(0.0, |(score, reach)| score.max(0.0) / reach)
    };
    let mut nearest: Vec<f32> = scores.iter().zip(entry).map(nearest).collect();
    nearest.sort_by(f32::total_cmp);
    nearest
}

/// The score from which a text is answered: what strangers to a community reach, one in twenty aside, shrunk toward
/// what is usual.
fn threshold(strangers: &[f32], usual: f32) -> f32 {
    match strangers.get(strangers.len() * 19 / 20) {
        Some(reached) => OWN_PART * reached + (1.0 - OWN_PART) * usual,
        None => usual,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_community_of_questions_close_together_asks_for_more() {
        let (wide, close): (Vec<f32>, Vec<f32>) = (vec![0.2; 100], vec![0.8; 100]);
        assert!(threshold(&wide, 0.6) < 0.6 && 0.6 < threshold(&close, 0.6));
    }

    #[test]
    fn where_all_wordings_come_high_a_text_must_come_higher() {
        let scores = [vec![0.9, 0.1, 0.0], vec![0.9, 0.0, 0.0], vec![0.1, 0.6, 0.0]];
        let reach = reach(&scores, &[0, 0, 1], 3);
        assert!(reach[0] > 1.0 && reach[1] < 1.0 && reach[2] == 1.0, "{reach:?}");
        // Both come as near as 0.1 to the other, which is more where no wording comes high.
        assert_eq!(strangers(&scores, &[0, 0, 1], &reach), [0.0, 0.1 / reach[0], 0.1 / reach[1]]);
    }

    #[test]
    fn one_stranger_in_twenty_is_not_listened_to() {
        let mut strangers = vec![0.5; 96];
        let usual = threshold(&strangers, 0.6);
        strangers.extend([2.0; 4]);
        assert_eq!(threshold(&strangers, 0.6), usual);
    }
}
