//! The lexical engine: one community's entries as weighted features, and the ranking of a text against them.
//!
//! Every wording of an entry is a vector of unit length, in which a feature weighs by its rarity among the entries
//! (TF-IDF). A text is compared with each wording, with their mean, and with all that the entry ever says. A feature
//! that no entry has used is the rarest of all: it matches nothing and lowers every confidence. Beside the features stands
//! what the words of a text mean together, as far as the glossary knows them.

use std::ops::Range;

use crate::features::{Block, Feature, features, telling};
use crate::lists::Lists;
use crate::said::{Features, Said, has_a_word};
use crate::vector::{Compact, dot};
use crate::vocabulary::Vocabulary;
use crate::{Engine, Entry, Match, glossary};

/// The part of a comparison that the grams decide; the words decide the rest.
const GRAMS_PART: f32 = 0.3;
/// The part of an entry's likeness that its nearest wording decides; the mean of its wordings decides the rest.
const NEAREST_PART: f32 = 0.1;
/// The part of the confidence that is how much of the text the entry covers at all, in whatever wording.
const COVER_PART: f32 = 0.3;
/// The part of a likeness that what the words mean by themselves decides, where that is known of the text.
const GIST_PART: f32 = 0.35;
/// How far a word covers that only the answer uses.
const ANSWER_COVERS: f32 = 0.4;
/// As if this many further entries stood in the index, so that a small one does not take every word for common.
const BACKGROUND: f32 = 40.0;
/// Up to this many wordings an entry, the lexicon's weights hold in full; with more, what was counted replaces them.
const FEW_WORDINGS: f32 = 2.0;
/// A likeness from which two texts are the same.
pub(crate) const SAME: f32 = 0.999;
/// A likeness from which a text is what was taught: measured on public questions, 97 to 100 of a hundred that come so
/// near to a wording ask the same.
pub(crate) const NEARLY: f32 = 0.85;
/// So much nearer than to any other entry's wording.
const APART: f32 = 0.03;
/// What is not the question itself is no surer than this.
const MOST_CONFIDENCE: f32 = 0.98;
/// What is nearly what was taught is as sure as this.
pub(crate) const NEARLY_SURE: f32 = 0.97;
/// A taught wording bears as much as its entry has others, shared among them, and never less than this.
const LEAST_WEIGHT: f32 = 0.25;

/// Ranks by the words and characters that a text shares with the entries.
///
/// Immutable once built; building takes milliseconds, so a changed entry means a new index. What it takes of memory
/// is a few bytes a feature of each wording.
pub struct Lexical {
    pub(crate) entries: Vec<Known>,
    /// The features that any entry has, as digests, in order: the place is a feature's number.
    features: Vec<u64>,
    /// In how many entries' wordings each of them is.
    used: Vec<u16>,
    /// The wordings that have it, with its weight there.
    having: Lists<Having>,
    /// The entries that have it in their answer alone.
    answering: Lists<u32>,
    /// The entry of each wording.
    owners: Vec<u32>,
    /// What the words of each wording mean together, where that is known.
    gists: Vec<Option<Compact>>,
    /// The number of entries, with those that are not placed yet.
    total: usize,
    /// The power to which the lexicon's weights are raised: 1 trusts them, 0 ignores them.
    trust: f32,
    vocabulary: Vocabulary,
}

pub(crate) struct Known {
    pub(crate) id: String,
    pub(crate) question: String,
    /// Where its wordings lie among all wordings.
    pub(crate) wordings: Range<usize>,
    /// How many of them, the first ones, were not taught.
    firm: usize,
    /// What the others tell.
    told: Vec<u64>,
    /// The length of the weighted mean of its wordings, never 0.
    pub(crate) mean_length: f32,
    /// The same of their gists.
    gist_length: f32,
}

/// A wording that has a feature, in the upper bits, and its weight there, from 0 to 1.
#[derive(Clone, Copy)]
struct Having(u32);

impl Having {
    /// A quarter of a million wordings have a place, and a weight has steps of a sixteen-thousandth.
    const WEIGHT_BITS: u32 = 14;
    const MOST: u32 = (1 << Self::WEIGHT_BITS) - 1;

    /// Nothing where there is no place for the wording.
    fn new(wording: usize, weight: f32) -> Option<Self> {
        let wording = u32::try_from(wording).ok().filter(|at| *at < 1 << (32 - Self::WEIGHT_BITS))?;
        let steps = (weight.clamp(0.0, 1.0) * Self::MOST as f32).round() as u32;
        Some(Self(wording << Self::WEIGHT_BITS | steps))
    }

    fn wording(self) -> usize {
        (self.0 >> Self::WEIGHT_BITS) as usize
    }

    fn weight(self) -> f32 {
        (self.0 & Self::MOST) as f32 / Self::MOST as f32
    }
}

impl Lexical {
    /// An index of these entries, in this order. Entries without a word in their question and samples never match.
    pub fn new(entries: Vec<Entry>) -> Self {
        let mut words = Vec::new();
        let said: Vec<Said> = entries.iter().map(|entry| Said::by(entry, &mut words)).collect();
        let total: usize = said.iter().map(|said| said.wordings.len()).sum();
        let per_entry = total as f32 / entries.len().max(1) as f32;
        let Features { features, used, answering } = Features::of(&said);
        let mut index = Lexical {
            vocabulary: Vocabulary::new(words),
            entries: Vec::with_capacity(entries.len()),
            features,
            used,
            having: Lists::new(0, Vec::new()),
            answering,
            owners: Vec::with_capacity(total),
            gists: Vec::with_capacity(total),
            total: entries.len(),
            trust: (FEW_WORDINGS / per_entry.max(FEW_WORDINGS)).powi(2),
        };
        let mut having = Vec::new();
        let mut sums = vec![0.0; index.features.len()];
        for (entry, said) in entries.into_iter().zip(&said) {
            index.place(entry, said, &mut having, &mut sums);
        }
        index.having = Lists::new(index.features.len(), having);
        index
    }

    /// Notes where an entry's wordings have which features. `sums` is all zero before and after.
    fn place(&mut self, entry: Entry, said: &Said, having: &mut Vec<(usize, Having)>, sums: &mut [f32]) {
        let first = self.owners.len();
        self.owners.resize(first + said.wordings.len(), self.entries.len() as u32);
        let mut known = Known {
            id: entry.id,
            question: entry.question,
            wordings: first..first + said.wordings.len(),
            firm: said.firm,
            told: entry.taught.iter().map(String::as_str).filter(has_a_word).map(telling).collect(),
            mean_length: 0.0,
            gist_length: 0.0,
        };
        let (weights, total) = (known.weights(), known.weights().sum::<f32>());
        let mut touched = Vec::new();
        let mut gists = [0.0; glossary::SIZE];
        for ((wording, bears), features) in (first..).zip(weights).zip(&said.wordings) {
            for (number, weight) in self.weigh(features) {
                let Some(number) = number else { continue };
                having.extend(Having::new(wording, weight).map(|has| (number, has)));
                sums[number] += weight * bears / total;
                touched.push(number);
            }
            let gist = self.gist(features).map(|gist| Compact::of(&gist));
            if let Some(gist) = &gist {
                gist.add_to(&mut gists, bears / total);
            }
            self.gists.push(gist);
        }
        known.gist_length = dot(&gists, &gists).sqrt();
        let square = |number: usize| std::mem::take(&mut sums[number]).powi(2);
        known.mean_length = touched.into_iter().map(square).sum::<f32>().sqrt().max(f32::EPSILON);
        self.entries.push(known);
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        let entry = |known: &Known| {
            size_of::<Known>() + known.id.len() + known.question.len() + size_of_val(&known.told[..])
        };
        size_of_val(&self.features[..])
            + size_of_val(&self.used[..])
            + size_of_val(&self.owners[..])
            + self.gists.iter().map(|gist| gist.as_ref().map_or(0, Compact::bytes)).sum::<usize>()
            + self.having.bytes()
            + self.answering.bytes()
            + self.vocabulary.bytes()
            + self.entries.iter().map(entry).sum::<usize>()
    }

    /// A text's features by number, where they are known, and weights: a vector of unit length, in which the blocks
    /// have their fixed parts.
    fn weigh(&self, features: &[Feature]) -> Vec<(Option<usize>, f32)> {
        let unseen = rarity(self.total, 0);
        let raw = |feature: &Feature| {
            let number = self.features.binary_search(&feature.key).ok();
            let rarity = match number {
                Some(number) => rarity(self.total, self.used[number].into()),
                None => unseen * feature.doubt,
            };
            let prior = if feature.prior == 1.0 { 1.0 } else { feature.prior.powf(self.trust) };
            (number, feature.weight * prior * rarity)
        };
        let mut weighed: Vec<(Option<usize>, f32)> = features.iter().map(raw).collect();
        for (block, part) in [(Block::Words, 1.0 - GRAMS_PART), (Block::Grams, GRAMS_PART)] {
            let own = || features.iter().enumerate().filter(|(_, f)| f.block == block).map(|(at, _)| at);
            let length = own().map(|at| weighed[at].1.powi(2)).sum::<f32>().sqrt().max(f32::EPSILON);
            own().for_each(|at| weighed[at].1 *= part.sqrt() / length);
        }
        weighed
    }

    /// What a text's words mean together, each as rare as it is; nothing where that is known of none.
    fn gist(&self, features: &[Feature]) -> Option<[f32; glossary::SIZE]> {
        let rarity = |feature: &Feature| {
            let number = self.features.binary_search(&feature.key).ok();
            rarity(self.total, number.map_or(0, |number| self.used[number].into()))
        };
        glossary::gist(features.iter().filter_map(|feature| Some((feature.meaning?, rarity(feature)))))
    }

    /// How many wordings it compares with.
    pub fn wordings(&self) -> usize {
        self.owners.len()
    }

    /// The entry of each wording, by number.
    pub(crate) fn owners(&self) -> &[u32] {
        &self.owners
    }

    /// How much each wording bears, by number.
    pub(crate) fn weight_of_wordings(&self) -> Vec<f32> {
        self.entries.iter().flat_map(Known::weights).collect()
    }

    /// How like every wording is to every other, row by row.
    pub(crate) fn alike(&self) -> Vec<f32> {
        let count = self.owners.len();
        let mut alike = vec![0.0; count * count];
        for having in (0..self.features.len()).map(|at| self.having.of(at)) {
            for row in having {
                for column in having {
                    alike[row.wording() * count + column.wording()] += row.weight() * column.weight();
                }
            }
        }
        alike
    }

    /// The confidence in each entry.
    fn score(&self, text: &str) -> Vec<f32> {
        let features = features(&self.put_right(text));
        let (likeness, covered) = self.compare_features(&features);
        let (alike, gist_part) = match self.gist(&features) {
            Some(gist) => (self.with_gist(&likeness, &gist), GIST_PART),
            None => (likeness.clone(), 0.0),
        };
        let confidence = |(entry, covered): (&Known, f32)| {
            let own = entry.wordings.clone();
            entry.confidence(&likeness[own.clone()], &alike[own], gist_part, covered)
        };
        let mut confidences: Vec<f32> = self.entries.iter().zip(covered).map(confidence).collect();
        if let Some(taught) = self.nearly(text, &likeness) {
            confidences[taught] = confidences[taught].max(NEARLY_SURE);
        }
        confidences
    }

    /// How like a text is to every wording, in its words and in what they mean.
    fn with_gist(&self, likeness: &[f32], gist: &[f32]) -> Vec<f32> {
        let both = |(words, other): (&f32, &Option<Compact>)| {
            let gist = other.as_ref().map_or(0.0, |other| other.dot(gist));
            words + GIST_PART * (gist - words)
        };
        likeness.iter().zip(&self.gists).map(both).collect()
    }

    /// The entry that was taught what is nearly this text, from how like it is to each wording; nothing where another
    /// entry comes as near, or the two tell different things: a day, a name, a number or a `not` makes another question.
    pub(crate) fn nearly(&self, text: &str, likeness: &[f32]) -> Option<usize> {
        let nearest = likeness.iter().zip(0..).max_by(|a, b| a.0.total_cmp(b.0));
        let (nearest, wording) = nearest.filter(|(nearest, _)| **nearest >= NEARLY)?;
        let at = self.entries.partition_point(|known| known.wordings.end <= wording);
        let known = &self.entries[at];
        let told = (wording - known.wordings.start).checked_sub(known.firm)?;
        let is_told = *known.told.get(told)? == telling(text);
        let others = || likeness[..known.wordings.start].iter().chain(&likeness[known.wordings.end..]);
        (is_told && others().all(|other| nearest - other >= APART)).then_some(at)
    }

    /// A text with its shorthand written out, and its words put right that one slip keeps from being those of the
    /// entries. Only its first [`crate::MAX_CHARS`] characters are kept.
    pub fn put_right(&self, text: &str) -> String {
        self.vocabulary.put_right(text)
    }

    /// How like a text is to every wording, and how much of it every entry covers.
    pub(crate) fn compare(&self, text: &str) -> (Vec<f32>, Vec<f32>) {
        self.compare_features(&features(&self.put_right(text)))
    }

    /// The same of a text with these features.
    fn compare_features(&self, features: &[Feature]) -> (Vec<f32>, Vec<f32>) {
        let mut likeness = vec![0.0; self.owners.len()];
        let mut covered = vec![0.0; self.entries.len()];
        for (number, weight) in self.weigh(features) {
            let Some(number) = number else { continue };
            // The wordings of an entry stand together: it is covered once.
            let mut before = None;
            for having in self.having.of(number) {
                let (wording, owner) = (having.wording(), self.owners[having.wording()]);
                likeness[wording] += weight * having.weight();
                if before.replace(owner) != Some(owner) {
                    covered[owner as usize] += weight * weight;
                }
            }
            for entry in self.answering.of(number) {
                covered[*entry as usize] += weight * weight * ANSWER_COVERS;
            }
        }
        (likeness, covered)
    }
}

impl Known {
    /// How much each of its wordings bears.
    pub(crate) fn weights(&self) -> impl Iterator<Item = f32> + use<> {
        let taught = (1.0 / self.firm.max(1) as f32).max(LEAST_WEIGHT);
        let firm = self.firm;
        (0..self.wordings.len()).map(move |at| if at < firm { 1.0 } else { taught })
    }

    /// From how like a text is to each wording in words, and with the part that its gist has of it, and the part of
    /// the text that is covered.
    fn confidence(&self, words: &[f32], alike: &[f32], gist_part: f32, covered: f32) -> f32 {
        if words.is_empty() {
            return 0.0;
        }
        if words.iter().any(|words| *words >= SAME) {
            return 1.0;
        }
        let nearest = alike.iter().copied().fold(0.0, f32::max);
        let (mut sum, mut total) = (0.0, 0.0);
        for (alike, bears) in alike.iter().zip(self.weights()) {
            sum += alike * bears;
            total += bears;
        }
        let square = (1.0 - gist_part) * self.mean_length.powi(2) + gist_part * self.gist_length.powi(2);
        let mean = sum / (total * square.sqrt());
        let alike = NEAREST_PART * nearest + (1.0 - NEAREST_PART) * mean;
        MOST_CONFIDENCE * ((1.0 - COVER_PART) * alike + COVER_PART * covered).clamp(0.0, 1.0)
    }
}

impl Engine for Lexical {
    fn rank(&self, text: &str, limit: usize) -> Vec<Match> {
        let scores = self.score(text).into_iter().zip(&self.entries);
        let mut scored: Vec<(f32, &Known)> = scores.filter(|(score, _)| *score > 0.0).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let named = |(confidence, entry): (f32, &Known)| Match {
            id: entry.id.clone(),
            question: entry.question.clone(),
            confidence,
        };
        scored.into_iter().take(limit).map(named).collect()
    }
}

/// How rare a feature is that `having` of `entries` entries use: the inverse document frequency, smoothed.
pub(crate) fn rarity(entries: usize, having: usize) -> f32 {
    ((entries as f32 + BACKGROUND) / (having as f32 + 0.5)).ln()
}
