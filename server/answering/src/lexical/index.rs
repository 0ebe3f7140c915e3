//! The lexical index: the entries of one community as TF-IDF vectors, and the ranking of a text against them.
//!
//! Each utterance is a unit vector whose components weigh features by their rarity among the entries. A text is compared
//! with each utterance, with the mean of the utterances of each entry, and with all texts of the entry. A feature that
//! no entry contains has the highest rarity: it matches nothing and lowers every confidence. The similarity of word
//! vectors is mixed in for texts whose words the table of word vectors contains.

use std::ops::Range;

use crate::lexical::entry_features::{EntryFeatures, FeatureTable, has_words};
use crate::lexical::features::{Feature, FeatureBlock, extract_features, fingerprint};
use crate::lexical::postings::{Posting, PostingLists};
use crate::lexical::word_vectors::{self, WORD_VECTOR_DIMENSIONS};
use crate::text::spelling::Vocabulary;
use crate::vector::{QuantizedVector, dot};
use crate::{Engine, Entry, Match};

/// Weight of the character n-grams in a similarity; the words have the rest.
const CHAR_NGRAM_WEIGHT: f32 = 0.3;
/// Weight of the nearest utterance in the similarity to an entry; the mean of its utterances has the rest.
const NEAREST_WEIGHT: f32 = 0.1;
/// Weight of the coverage in the confidence: the part of the text that occurs in any utterance of the entry.
const COVERAGE_WEIGHT: f32 = 0.3;
/// Weight of the word vectors in a similarity, for a text that has word vectors.
const WORD_VECTOR_WEIGHT: f32 = 0.35;
/// Coverage of a feature that occurs only in the answer.
const ANSWER_COVERAGE: f32 = 0.4;
/// Virtual entries added to the entry count, so that a small index does not treat every word as common.
const BACKGROUND_ENTRIES: f32 = 40.0;
/// Mean utterances per entry up to which the prior weights apply in full. With more, counted rarity replaces them.
const FULL_PRIOR_UTTERANCES: f32 = 2.0;
/// Minimum similarity of two texts that count as identical.
pub(crate) const IDENTICAL_SIMILARITY: f32 = 0.999;
/// Minimum similarity of a text to a training example that it nearly repeats. On public data sets, 97 to 100 percent of
/// the texts this similar to an utterance have the same intent.
pub(crate) const NEAR_DUPLICATE_SIMILARITY: f32 = 0.85;
/// Minimum margin of a near duplicate over the utterances of all other entries.
const NEAR_DUPLICATE_MARGIN: f32 = 0.03;
/// Maximum confidence of a text that is not identical to an utterance.
const MAX_INEXACT_CONFIDENCE: f32 = 0.98;
/// Confidence of a near duplicate of a training example.
pub(crate) const NEAR_DUPLICATE_CONFIDENCE: f32 = 0.97;
/// Minimum weight of a training example. Otherwise the training examples of an entry weigh `1 / staff utterances` each.
const MIN_TRAINING_WEIGHT: f32 = 0.25;

/// Ranks entries by the words and character n-grams that they share with a text.
///
/// Immutable. Building takes milliseconds, so a changed entry requires a new index. Uses a few bytes of memory per
/// feature of each utterance.
pub struct LexicalIndex {
    pub(crate) entries: Vec<IndexedEntry>,
    /// Keys of all features in ascending order; the position of a key is the number of its feature.
    feature_keys: Vec<u64>,
    /// Number of entries whose utterances contain each feature.
    document_frequencies: Vec<u16>,
    /// Utterances that contain each feature, with its weight.
    postings: PostingLists<Posting>,
    /// Entries that contain each feature only in their answer.
    answer_postings: PostingLists<u32>,
    /// Entry of each utterance.
    entry_of_utterance: Vec<u32>,
    /// Sum of the word vectors of each utterance, for utterances that have word vectors.
    utterance_vectors: Vec<Option<QuantizedVector>>,
    /// Number of entries, including those not added yet.
    entry_count: usize,
    /// Exponent of the prior weights: 1 applies them in full, 0 ignores them.
    prior_exponent: f32,
    vocabulary: Vocabulary,
}

pub(crate) struct IndexedEntry {
    pub(crate) id: String,
    pub(crate) question: String,
    /// Range of its utterances among all utterances.
    pub(crate) utterances: Range<usize>,
    /// Number of utterances that staff wrote: the first ones. The others are training examples.
    staff_utterances: usize,
    /// Fingerprint of each training example.
    training_fingerprints: Vec<u64>,
    /// Length of the weighted mean of its utterances; greater than 0.
    pub(crate) mean_norm: f32,
    /// Length of the weighted mean of its utterance vectors.
    vector_mean_norm: f32,
}

/// The comparison of a text with the index.
pub(crate) struct Comparison {
    /// Similarity to each utterance.
    pub(crate) similarities: Vec<f32>,
    /// Part of the text that each entry covers, from 0 to 1.
    pub(crate) coverage: Vec<f32>,
}

impl LexicalIndex {
    /// Builds an index of entries, in this order. Entries without words in their utterances never match.
    pub fn new(entries: Vec<Entry>) -> Self {
        let mut words = Vec::new();
        let features: Vec<EntryFeatures> =
            entries.iter().map(|entry| EntryFeatures::extract(entry, &mut words)).collect();
        let total: usize = features.iter().map(|features| features.utterances.len()).sum();
        let per_entry = total as f32 / entries.len().max(1) as f32;
        let FeatureTable { keys, document_frequencies, answer_only } = FeatureTable::new(&features);
        let mut index = LexicalIndex {
            vocabulary: Vocabulary::new(words),
            entries: Vec::with_capacity(entries.len()),
            feature_keys: keys,
            document_frequencies,
            postings: PostingLists::new(0, Vec::new()),
            answer_postings: answer_only,
            entry_of_utterance: Vec::with_capacity(total),
            utterance_vectors: Vec::with_capacity(total),
            entry_count: entries.len(),
            prior_exponent: (FULL_PRIOR_UTTERANCES / per_entry.max(FULL_PRIOR_UTTERANCES)).powi(2),
        };
        let mut postings = Vec::new();
        let mut sums = vec![0.0; index.feature_keys.len()];
        for (entry, features) in entries.into_iter().zip(&features) {
            index.add(entry, features, &mut postings, &mut sums);
        }
        index.postings = PostingLists::new(index.feature_keys.len(), postings);
        index
    }

    /// Adds an entry and its postings. `sums` is a buffer that is all zero before and after.
    fn add(
        &mut self,
        entry: Entry,
        features: &EntryFeatures,
        postings: &mut Vec<(usize, Posting)>,
        sums: &mut [f32],
    ) {
        let first = self.entry_of_utterance.len();
        self.entry_of_utterance.resize(first + features.utterances.len(), self.entries.len() as u32);
        let training_examples = entry.training_examples.iter().map(String::as_str).filter(has_words);
        let mut indexed = IndexedEntry {
            id: entry.id,
            question: entry.question,
            utterances: first..first + features.utterances.len(),
            staff_utterances: features.staff_utterances,
            training_fingerprints: training_examples.map(fingerprint).collect(),
            mean_norm: 0.0,
            vector_mean_norm: 0.0,
        };
        let (weights, total) = (indexed.utterance_weights(), indexed.utterance_weights().sum::<f32>());
        let mut touched = Vec::new();
        let mut vector_mean = [0.0; WORD_VECTOR_DIMENSIONS];
        for ((utterance, utterance_weight), features) in (first..).zip(weights).zip(&features.utterances) {
            for (number, weight) in self.weigh(features) {
                let Some(number) = number else { continue };
                postings.extend(Posting::new(utterance, weight).map(|posting| (number, posting)));
                sums[number] += weight * utterance_weight / total;
                touched.push(number);
            }
            let vector = self.text_vector(features).map(|vector| QuantizedVector::quantize(&vector));
            if let Some(vector) = &vector {
                vector.add_to(&mut vector_mean, utterance_weight / total);
            }
            self.utterance_vectors.push(vector);
        }
        indexed.vector_mean_norm = dot(&vector_mean, &vector_mean).sqrt();
        let take_square = |number: usize| std::mem::take(&mut sums[number]).powi(2);
        indexed.mean_norm = touched.into_iter().map(take_square).sum::<f32>().sqrt().max(f32::EPSILON);
        self.entries.push(indexed);
    }

    /// Returns the approximate memory use in bytes.
    pub fn memory_bytes(&self) -> usize {
        let entry_bytes = |entry: &IndexedEntry| {
            size_of::<IndexedEntry>()
                + entry.id.len()
                + entry.question.len()
                + size_of_val(&entry.training_fingerprints[..])
        };
        let vector_bytes =
            |vector: &Option<QuantizedVector>| vector.as_ref().map_or(0, QuantizedVector::memory_bytes);
        size_of_val(&self.feature_keys[..])
            + size_of_val(&self.document_frequencies[..])
            + size_of_val(&self.entry_of_utterance[..])
            + self.utterance_vectors.iter().map(vector_bytes).sum::<usize>()
            + self.postings.memory_bytes()
            + self.answer_postings.memory_bytes()
            + self.vocabulary.memory_bytes()
            + self.entries.iter().map(entry_bytes).sum::<usize>()
    }

    /// Returns the number (if known) and the weight of each feature. The weights form a unit vector in which each block
    /// has a fixed part.
    fn weigh(&self, features: &[Feature]) -> Vec<(Option<usize>, f32)> {
        let unknown_rarity = inverse_document_frequency(self.entry_count, 0);
        let weigh_one = |feature: &Feature| {
            let number = self.feature_keys.binary_search(&feature.key).ok();
            let rarity = match number {
                Some(number) => self.rarity(Some(number)),
                None => unknown_rarity * feature.unknown_penalty,
            };
            let prior = if feature.prior == 1.0 { 1.0 } else { feature.prior.powf(self.prior_exponent) };
            (number, feature.weight * prior * rarity)
        };
        let mut weighed: Vec<(Option<usize>, f32)> = features.iter().map(weigh_one).collect();
        for (block, part) in
            [(FeatureBlock::Words, 1.0 - CHAR_NGRAM_WEIGHT), (FeatureBlock::CharNgrams, CHAR_NGRAM_WEIGHT)]
        {
            let in_block = || features.iter().enumerate().filter(|(_, f)| f.block == block).map(|(at, _)| at);
            let norm = in_block().map(|at| weighed[at].1.powi(2)).sum::<f32>().sqrt().max(f32::EPSILON);
            in_block().for_each(|at| weighed[at].1 *= part.sqrt() / norm);
        }
        weighed
    }

    /// Returns the inverse document frequency of a feature by number; that of an unknown feature for `None`.
    fn rarity(&self, number: Option<usize>) -> f32 {
        let frequency = number.map_or(0, |number| self.document_frequencies[number].into());
        inverse_document_frequency(self.entry_count, frequency)
    }

    /// Returns the sum of the word vectors of a text, weighted by rarity and normalized to unit length. Returns `None` if
    /// no word has a vector.
    fn text_vector(&self, features: &[Feature]) -> Option<[f32; WORD_VECTOR_DIMENSIONS]> {
        let rarity = |feature: &Feature| self.rarity(self.feature_keys.binary_search(&feature.key).ok());
        word_vectors::weighted_sum(
            features.iter().filter_map(|feature| Some((feature.word_vector?, rarity(feature)))),
        )
    }

    /// Returns the number of utterances of all entries.
    pub fn utterance_count(&self) -> usize {
        self.entry_of_utterance.len()
    }

    /// Returns the entry of each utterance.
    pub(crate) fn entry_of_utterance(&self) -> &[u32] {
        &self.entry_of_utterance
    }

    /// Returns the weight of each utterance within its entry.
    pub(crate) fn utterance_weights(&self) -> Vec<f32> {
        self.entries.iter().flat_map(IndexedEntry::utterance_weights).collect()
    }

    /// Returns the similarity matrix of all utterances in row-major order.
    pub(crate) fn pairwise_similarities(&self) -> Vec<f32> {
        let count = self.entry_of_utterance.len();
        let mut similarities = vec![0.0; count * count];
        for postings in (0..self.feature_keys.len()).map(|feature| self.postings.list(feature)) {
            for row in postings {
                for column in postings {
                    similarities[row.utterance() * count + column.utterance()] +=
                        row.weight() * column.weight();
                }
            }
        }
        similarities
    }

    /// Returns the confidence in each entry.
    fn confidences(&self, text: &str) -> Vec<f32> {
        let features = extract_features(&self.correct_spelling(text));
        let Comparison { similarities, coverage } = self.compare_features(&features);
        let (mixed, vector_weight) = match self.text_vector(&features) {
            Some(vector) => (self.mix_word_vectors(&similarities, &vector), WORD_VECTOR_WEIGHT),
            None => (similarities.clone(), 0.0),
        };
        let confidence = |(entry, coverage): (&IndexedEntry, f32)| {
            let own = entry.utterances.clone();
            entry.confidence(&similarities[own.clone()], &mixed[own], vector_weight, coverage)
        };
        let mut confidences: Vec<f32> = self.entries.iter().zip(coverage).map(confidence).collect();
        if let Some(entry) = self.find_near_duplicate(text, &similarities) {
            confidences[entry] = confidences[entry].max(NEAR_DUPLICATE_CONFIDENCE);
        }
        confidences
    }

    /// Mixes the similarity of the word vectors into the similarity to each utterance.
    fn mix_word_vectors(&self, similarities: &[f32], text_vector: &[f32]) -> Vec<f32> {
        let mix = |(similarity, utterance_vector): (&f32, &Option<QuantizedVector>)| {
            let vector_similarity = utterance_vector.as_ref().map_or(0.0, |vector| vector.dot(text_vector));
            similarity + WORD_VECTOR_WEIGHT * (vector_similarity - similarity)
        };
        similarities.iter().zip(&self.utterance_vectors).map(mix).collect()
    }

    /// Returns the entry with a training example that the text nearly repeats, given the similarity to each utterance.
    ///
    /// Returns `None` if another entry is about as similar, or if the fingerprints differ: a different day, name, number
    /// or negation makes a different question.
    pub(crate) fn find_near_duplicate(&self, text: &str, similarities: &[f32]) -> Option<usize> {
        let nearest = similarities.iter().zip(0..).max_by(|a, b| a.0.total_cmp(b.0));
        let (nearest, utterance) =
            nearest.filter(|(similarity, _)| **similarity >= NEAR_DUPLICATE_SIMILARITY)?;
        let number = self.entries.partition_point(|entry| entry.utterances.end <= utterance);
        let entry = &self.entries[number];
        let example = (utterance - entry.utterances.start).checked_sub(entry.staff_utterances)?;
        let is_same = *entry.training_fingerprints.get(example)? == fingerprint(text);
        let others =
            || similarities[..entry.utterances.start].iter().chain(&similarities[entry.utterances.end..]);
        (is_same && others().all(|other| nearest - other >= NEAR_DUPLICATE_MARGIN)).then_some(number)
    }

    /// Returns the text with abbreviations expanded and misspelled words corrected to words of the entries. The result
    /// contains at most the first [`crate::MAX_TEXT_CHARS`] characters of the text.
    pub fn correct_spelling(&self, text: &str) -> String {
        self.vocabulary.correct_spelling(text)
    }

    /// Compares a text with all utterances and entries.
    pub(crate) fn compare(&self, text: &str) -> Comparison {
        self.compare_features(&extract_features(&self.correct_spelling(text)))
    }

    fn compare_features(&self, features: &[Feature]) -> Comparison {
        let mut similarities = vec![0.0; self.entry_of_utterance.len()];
        let mut coverage = vec![0.0; self.entries.len()];
        for (number, weight) in self.weigh(features) {
            let Some(number) = number else { continue };
            // The utterances of an entry are adjacent, so each entry is counted once per feature.
            let mut previous = None;
            for posting in self.postings.list(number) {
                let entry = self.entry_of_utterance[posting.utterance()];
                similarities[posting.utterance()] += weight * posting.weight();
                if previous.replace(entry) != Some(entry) {
                    coverage[entry as usize] += weight * weight;
                }
            }
            for entry in self.answer_postings.list(number) {
                coverage[*entry as usize] += weight * weight * ANSWER_COVERAGE;
            }
        }
        Comparison { similarities, coverage }
    }
}

impl IndexedEntry {
    /// Returns the weight of each of its utterances: 1 for those of staff, less for training examples.
    pub(crate) fn utterance_weights(&self) -> impl Iterator<Item = f32> + use<> {
        let training_weight = (1.0 / self.staff_utterances.max(1) as f32).max(MIN_TRAINING_WEIGHT);
        let staff_utterances = self.staff_utterances;
        (0..self.utterances.len()).map(move |at| if at < staff_utterances { 1.0 } else { training_weight })
    }

    /// Returns the confidence in this entry.
    ///
    /// `lexical` is the similarity of the text to each utterance by words and n-grams; `mixed` includes the word vectors
    /// with the weight `vector_weight`.
    fn confidence(&self, lexical: &[f32], mixed: &[f32], vector_weight: f32, coverage: f32) -> f32 {
        if lexical.is_empty() {
            return 0.0;
        }
        if lexical.iter().any(|similarity| *similarity >= IDENTICAL_SIMILARITY) {
            return 1.0;
        }
        let nearest = mixed.iter().copied().fold(0.0, f32::max);
        let (mut sum, mut total) = (0.0, 0.0);
        for (similarity, weight) in mixed.iter().zip(self.utterance_weights()) {
            sum += similarity * weight;
            total += weight;
        }
        let square =
            (1.0 - vector_weight) * self.mean_norm.powi(2) + vector_weight * self.vector_mean_norm.powi(2);
        let mean = sum / (total * square.sqrt());
        let similarity = NEAREST_WEIGHT * nearest + (1.0 - NEAREST_WEIGHT) * mean;
        let combined = (1.0 - COVERAGE_WEIGHT) * similarity + COVERAGE_WEIGHT * coverage;
        MAX_INEXACT_CONFIDENCE * combined.clamp(0.0, 1.0)
    }
}

impl Engine for LexicalIndex {
    fn rank(&self, text: &str, limit: usize) -> Vec<Match> {
        let scores = self.confidences(text).into_iter().zip(&self.entries);
        let mut scored: Vec<(f32, &IndexedEntry)> = scores.filter(|(score, _)| *score > 0.0).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let to_match = |(confidence, entry): (f32, &IndexedEntry)| Match {
            id: entry.id.clone(),
            question: entry.question.clone(),
            confidence,
        };
        scored.into_iter().take(limit).map(to_match).collect()
    }
}

/// Returns the smoothed inverse document frequency of a feature that `containing` of `entries` entries contain.
pub(crate) fn inverse_document_frequency(entries: usize, containing: usize) -> f32 {
    ((entries as f32 + BACKGROUND_ENTRIES) / (containing as f32 + 0.5)).ln()
}
