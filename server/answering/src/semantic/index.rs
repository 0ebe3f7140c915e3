//! The semantic index: the entries of one community with the embeddings of their utterances.
//!
//! The similarity of a text to an utterance combines sentence embeddings, lexical features and token embeddings. A
//! classifier that is trained on the similarities of the utterances scores the entries. With more utterances than the
//! classifier can be trained on, the score of an entry is the similarity to the mean of its utterances. The score
//! threshold depends on how high the utterances of a community score for entries other than their own.

use std::sync::Arc;

use crate::decision::calibration::{DEFAULT_SCORE_THRESHOLD, MAX_SCORED_CONFIDENCE, SCORE_RANGE};
use crate::lexical::index::{Comparison, IDENTICAL_SIMILARITY, IndexedEntry, NEAR_DUPLICATE_CONFIDENCE};
use crate::semantic::classifier::{Classifier, pairwise_dot_products};
use crate::semantic::embedding::{Embedding, QuantizedEmbedding};
use crate::semantic::hybrid_similarity::{HybridSimilarity, combine_sentence_and_lexical};
use crate::semantic::single_thread::SingleThread;
use crate::semantic::token_similarity::TokenSimilarity;
use crate::text::normalization;
use crate::vector::QuantizedVector;
use crate::{ConfidenceThresholds, Entry, LexicalIndex, Match, ModelError, lexical};

/// Score that is added to an entry that covers the whole text.
const COVERAGE_BONUS: f32 = 0.1;
/// Maximum utterances that the classifier is trained on; its cost grows with their square.
const MAX_TRAINED_UTTERANCES: usize = 2_000;
/// Maximum bytes of the sentence vectors and the classifier together. A classifier that does not fit is not trained.
const MAX_CLASSIFIER_BYTES: usize = 1 << 20;
/// Maximum utterances of a community that is indexed with embeddings; those of all-MiniLM-L6-v2 take 1 MB.
pub const MAX_UTTERANCES: usize = 2_600;
/// Score margin that corresponds to the minimum margin in confidence; odds of about 4 to 1 in the classifier.
const SCORE_MARGIN: f32 = 0.146;
/// Score threshold of an index without a classifier.
const UNTRAINED_SCORE_THRESHOLD: f32 = 0.64;
/// Weight of the community's own scores in its threshold; the global threshold has the rest.
const COMMUNITY_WEIGHT: f32 = 0.5;
/// Maximum of a score scale; its minimum is the reciprocal.
const MAX_SCORE_SCALE: f32 = 1.5;

/// Score of an entry with an utterance identical to the text.
const IDENTICAL_SCORE: f32 = f32::INFINITY;
/// Score of an entry with a training example that the text nearly repeats.
const NEAR_DUPLICATE_SCORE: f32 = f32::MAX;

/// Ranks entries by sentence meaning, words and characters, given the embedding of a text.
///
/// Immutable.
pub struct SemanticIndex {
    lexical: Arc<LexicalIndex>,
    /// Sentence vector of each utterance.
    vectors: Vec<QuantizedVector>,
    /// Length of the weighted sum of the utterances of each entry; greater than 0.
    entry_norms: Vec<f32>,
    /// `None` if the index is not trained.
    model: Option<TrainedModel>,
    /// Mean score of the utterances of each entry for their own entry, relative to the mean of all entries.
    score_scales: Vec<f32>,
    /// Score from which a text is answered.
    threshold: f32,
}

/// The similarity that the classifier was trained on, and the classifier.
struct TrainedModel {
    similarity: HybridSimilarity,
    classifier: Classifier,
}

impl SemanticIndex {
    /// Returns the texts whose embeddings an index of these entries needs, in this order: all utterances with words.
    pub fn utterances(entries: &[Entry]) -> impl Iterator<Item = &str> {
        entries.iter().flat_map(lexical::utterances)
    }

    /// Builds and trains an index of the entries of a lexical index, given the embedding of each utterance.
    ///
    /// `global_threshold` is the score threshold before the community's own scores are considered; see
    /// [`crate::DEFAULT_SCORE_THRESHOLD`]. Entries without words in their utterances never match. Training takes up to
    /// 1 second on one core.
    ///
    /// # Errors
    /// Fails with [`ModelError::Failed`] if the number of embeddings is not the number of utterances, if the sentence
    /// vectors have different lengths, or if training fails.
    pub fn new(
        lexical: impl Into<Arc<LexicalIndex>>,
        embeddings: Vec<QuantizedEmbedding>,
        global_threshold: f32,
    ) -> Result<Self, ModelError> {
        let lexical = lexical.into();
        let tokens = embeddings.iter().map(|embedding| &embedding.tokens[..]);
        let tokens = TokenSimilarity::new(tokens, lexical.entry_of_utterance(), lexical.entries.len());
        let mut index = Self::untrained(lexical, embeddings, global_threshold)?;
        index.train(tokens, global_threshold).map_err(|error| ModelError::Failed(error.to_string()))?;
        Ok(index)
    }

    /// Builds an index without a classifier, which takes some milliseconds. The score of an entry is the similarity to the
    /// mean of its utterances.
    ///
    /// # Errors
    /// Fails with [`ModelError::Failed`] if the number of embeddings is not the number of utterances, or if the sentence
    /// vectors have different lengths.
    pub fn untrained(
        lexical: impl Into<Arc<LexicalIndex>>,
        embeddings: Vec<QuantizedEmbedding>,
        global_threshold: f32,
    ) -> Result<Self, ModelError> {
        let lexical = lexical.into();
        let vectors: Vec<QuantizedVector> =
            embeddings.into_iter().map(|embedding| embedding.sentence).collect();
        let has_one_length = vectors.windows(2).all(|pair| pair[0].len() == pair[1].len());
        if lexical.utterance_count() != vectors.len() || !has_one_length {
            return Err(ModelError::Failed("the embeddings are not those of the utterances".into()));
        }
        let entry_norms = entry_norms(&lexical, &vectors);
        let score_scales = vec![1.0; lexical.entries.len()];
        let threshold = UNTRAINED_SCORE_THRESHOLD * global_threshold / DEFAULT_SCORE_THRESHOLD;
        Ok(Self { lexical, vectors, entry_norms, model: None, score_scales, threshold })
    }

    /// Returns whether there are utterances to train on, and not too many.
    fn is_trainable(&self) -> bool {
        let (count, entries) = (self.vectors.len(), self.lexical.entries.len());
        let dimensions = self.vectors.first().map_or(0, QuantizedVector::len);
        (1..=MAX_TRAINED_UTTERANCES).contains(&count)
            && count * (dimensions + entries) <= MAX_CLASSIFIER_BYTES
    }

    /// Trains the classifier and sets the threshold, if the index is trainable.
    fn train(&mut self, tokens: TokenSimilarity, global_threshold: f32) -> candle_core::Result<()> {
        if !self.is_trainable() {
            return Ok(());
        }
        let (count, entries) = (self.vectors.len(), self.lexical.entries.len());
        let vectors: Vec<Vec<f32>> =
            self.vectors.iter().map(|vector| vector.components().collect()).collect();
        let labels: Vec<usize> =
            self.lexical.entry_of_utterance().iter().map(|entry| *entry as usize).collect();
        SingleThread::default().run(|| {
            let similarity = HybridSimilarity::new(&vectors, tokens);
            let similarities =
                similarity.pairwise(pairwise_dot_products(&vectors)?, &self.lexical.pairwise_similarities());
            let classifier =
                Classifier::train(&similarities, &labels, &self.lexical.utterance_weights(), entries)?;
            let scores: Vec<Vec<f32>> =
                similarities.chunks(count).map(|row| classifier.scores(row)).collect();
            self.score_scales = score_scales(&scores, &labels, entries);
            let out_of_scope = out_of_scope_scores(&scores, &labels, &self.score_scales);
            self.threshold = community_threshold(&out_of_scope, global_threshold);
            self.model = Some(TrainedModel { similarity, classifier });
            Ok(())
        })
    }

    /// Returns whether the index is trained, or cannot be trained.
    pub fn is_trained(&self) -> bool {
        self.model.is_some() || !self.is_trainable()
    }

    /// Returns whether an embedding has as many components as those of the index.
    pub fn is_comparable(&self, embedding: &Embedding) -> bool {
        self.vectors.first().is_none_or(|vector| vector.len() == embedding.sentence.len())
    }

    /// Returns the lexical index of the same entries.
    pub fn lexical(&self) -> &Arc<LexicalIndex> {
        &self.lexical
    }

    /// Returns the approximate memory use in bytes.
    pub fn memory_bytes(&self) -> usize {
        let vectors = self.vectors.iter().map(QuantizedVector::memory_bytes).sum::<usize>();
        let model = self
            .model
            .as_ref()
            .map_or(0, |model| model.similarity.memory_bytes() + model.classifier.memory_bytes());
        self.lexical.memory_bytes() + vectors + model
    }

    /// Ranks the entries like [`crate::Engine::rank`], given the embedding of the text by the encoder that computed the
    /// embeddings of the index.
    pub fn rank(&self, text: &str, embedding: &Embedding, limit: usize) -> Vec<Match> {
        if normalization::normalize(text).is_empty() {
            return Vec::new();
        }
        let mut ranked: Vec<(f32, usize)> = self.scores(text, embedding).into_iter().zip(0..).collect();
        ranked.retain(|(score, _)| *score > 0.0);
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let best = ranked.iter().find(|(score, _)| *score < NEAR_DUPLICATE_SCORE);
        let best_confidence =
            best.map_or(0.0, |(score, entry)| self.confidence(score / self.score_scales[*entry]));
        let best_score = best.map_or(0.0, |(score, _)| *score);
        // The score margin maps to the confidence margin of the default thresholds.
        let margin = ConfidenceThresholds::DEFAULT.min_margin;
        let relative_confidence = |score: f32| best_confidence - margin * (best_score - score) / SCORE_MARGIN;
        let to_match = |(score, entry): (f32, usize)| {
            let entry = &self.lexical.entries[entry];
            let confidence = match score {
                IDENTICAL_SCORE => 1.0,
                NEAR_DUPLICATE_SCORE => NEAR_DUPLICATE_CONFIDENCE,
                score => relative_confidence(score),
            };
            Match { id: entry.id.clone(), question: entry.question.clone(), confidence }
        };
        ranked.into_iter().map(to_match).filter(|found| found.confidence > 0.0).take(limit).collect()
    }

    /// Returns the score of each entry, [`IDENTICAL_SCORE`] or [`NEAR_DUPLICATE_SCORE`].
    fn scores(&self, text: &str, embedding: &Embedding) -> Vec<f32> {
        let Comparison { similarities: lexical, coverage } = self.lexical.compare(text);
        let products: Vec<f32> = self.vectors.iter().map(|vector| vector.dot(&embedding.sentence)).collect();
        let similarities: Vec<f32> = products
            .iter()
            .zip(&lexical)
            .map(|(sentence, lexical)| combine_sentence_and_lexical(*sentence, *lexical))
            .collect();
        let mut scores = match &self.model {
            Some(TrainedModel { similarity, classifier }) => {
                classifier.scores(&similarity.compare(embedding, products, &lexical))
            }
            None => self.mean_similarities(&similarities),
        };
        for ((entry, score), coverage) in self.lexical.entries.iter().zip(&mut scores).zip(coverage) {
            *score = match &lexical[entry.utterances.clone()] {
                [] => 0.0,
                own if own.iter().any(|similarity| *similarity >= IDENTICAL_SIMILARITY) => IDENTICAL_SCORE,
                _ => *score + COVERAGE_BONUS * coverage,
            };
        }
        if let Some(entry) = self.lexical.find_near_duplicate(text, &similarities) {
            scores[entry] = scores[entry].max(NEAR_DUPLICATE_SCORE);
        }
        scores
    }

    /// Returns the similarity of a text to the mean of the utterances of each entry.
    fn mean_similarities(&self, similarities: &[f32]) -> Vec<f32> {
        let mean = |(entry, norm): (&IndexedEntry, &f32)| {
            let own = similarities[entry.utterances.clone()].iter().zip(entry.utterance_weights());
            own.map(|(similarity, weight)| similarity * weight).sum::<f32>() / norm
        };
        self.lexical.entries.iter().zip(&self.entry_norms).map(mean).collect()
    }

    /// Maps a score to a confidence: the threshold maps to the minimum confidence of the default thresholds.
    fn confidence(&self, score: f32) -> f32 {
        let min_confidence = ConfidenceThresholds::DEFAULT.min_confidence;
        let excess = score - self.threshold;
        let confidence = match excess < 0.0 {
            true => min_confidence * score / self.threshold,
            false => min_confidence + (MAX_SCORED_CONFIDENCE - min_confidence) * excess / SCORE_RANGE,
        };
        confidence.clamp(0.0, MAX_SCORED_CONFIDENCE)
    }
}

/// Returns the length of the weighted sum of the utterances of each entry.
fn entry_norms(lexical: &LexicalIndex, vectors: &[QuantizedVector]) -> Vec<f32> {
    let norm = |entry: &IndexedEntry| {
        let mut sums = Vec::new();
        for (vector, weight) in vectors[entry.utterances.clone()].iter().zip(entry.utterance_weights()) {
            sums.resize(vector.len(), 0.0);
            vector.add_to(&mut sums, weight);
        }
        let sentence = sums.iter().map(|sum| sum.powi(2)).sum::<f32>();
        let lexical = (entry.utterance_weights().sum::<f32>() * entry.mean_norm).powi(2);
        combine_sentence_and_lexical(sentence, lexical).sqrt().max(f32::EPSILON)
    };
    lexical.entries.iter().map(norm).collect()
}

/// Returns the mean score of the utterances of each entry for their own entry, relative to the mean of all entries. An
/// entry whose own utterances score high requires a higher score of a text for the same confidence.
fn score_scales(scores: &[Vec<f32>], labels: &[usize], entries: usize) -> Vec<f32> {
    let (mut sums, mut counts) = (vec![0.0_f32; entries], vec![0_u32; entries]);
    for (scores, own) in scores.iter().zip(labels) {
        sums[*own] += scores[*own];
        counts[*own] += 1;
    }
    let with_utterances = sums.iter().zip(&counts).filter(|(_, count)| **count > 0);
    let means: Vec<f32> = with_utterances.map(|(sum, count)| sum / *count as f32).collect();
    let overall = means.iter().sum::<f32>() / means.len().max(1) as f32;
    let scale = |(sum, count): (f32, u32)| match count {
        0 => 1.0,
        _ => (sum / count as f32 / overall).clamp(1.0 / MAX_SCORE_SCALE, MAX_SCORE_SCALE),
    };
    sums.into_iter().zip(counts).map(scale).collect()
}

/// Estimates the scores of out-of-scope texts: the best scaled score of each utterance among the entries other than its
/// own, in ascending order.
fn out_of_scope_scores(scores: &[Vec<f32>], labels: &[usize], score_scales: &[f32]) -> Vec<f32> {
    let best_other = |(scores, own): (&Vec<f32>, &usize)| {
        let others = scores.iter().zip(score_scales).zip(0..).filter(|(_, entry)| entry != own);
        let best = others.map(|(scored, _)| scored).max_by(|a, b| a.0.total_cmp(b.0));
        best.map_or(0.0, |(score, scale)| score.max(0.0) / scale)
    };
    let mut best: Vec<f32> = scores.iter().zip(labels).map(best_other).collect();
    best.sort_by(f32::total_cmp);
    best
}

/// Returns the score threshold of a community: the 95th percentile of its out-of-scope scores, averaged with the global
/// threshold.
fn community_threshold(out_of_scope: &[f32], global_threshold: f32) -> f32 {
    match out_of_scope.get(out_of_scope.len() * 19 / 20) {
        Some(score) => COMMUNITY_WEIGHT * score + (1.0 - COMMUNITY_WEIGHT) * global_threshold,
        None => global_threshold,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_community_of_similar_questions_has_a_higher_threshold() {
        let (dissimilar, similar): (Vec<f32>, Vec<f32>) = (vec![0.2; 100], vec![0.8; 100]);
        assert!(community_threshold(&dissimilar, 0.6) < 0.6 && 0.6 < community_threshold(&similar, 0.6));
    }

    #[test]
    fn an_entry_whose_utterances_score_high_has_a_larger_scale() {
        let scores = [vec![0.9, 0.1, 0.0], vec![0.9, 0.0, 0.0], vec![0.1, 0.6, 0.0]];
        let scales = score_scales(&scores, &[0, 0, 1], 3);
        assert!(scales[0] > 1.0 && scales[1] < 1.0 && scales[2] == 1.0, "{scales:?}");
        // Both entries have an out-of-scope score of 0.1, which is scaled differently.
        assert_eq!(
            out_of_scope_scores(&scores, &[0, 0, 1], &scales),
            [0.0, 0.1 / scales[0], 0.1 / scales[1]]
        );
    }

    #[test]
    fn an_embedding_with_another_number_of_components_is_not_comparable() {
        let entry = Entry {
            id: "pool".into(),
            question: "When is the pool open?".into(),
            utterances: vec![],
            training_examples: vec![],
            answer: "At 8.".into(),
        };
        let of = |components: usize| Embedding { sentence: vec![1.0; components], tokens: Vec::new() };
        let embeddings = vec![QuantizedEmbedding::from(&of(3))];
        let index =
            SemanticIndex::untrained(LexicalIndex::new(vec![entry]), embeddings, DEFAULT_SCORE_THRESHOLD)
                .expect("one embedding for one utterance");
        assert!(index.is_comparable(&of(3)) && !index.is_comparable(&of(4)));
    }

    #[test]
    fn outliers_below_five_percent_do_not_change_the_threshold() {
        let mut scores = vec![0.5; 96];
        let without_outliers = community_threshold(&scores, 0.6);
        scores.extend([2.0; 4]);
        assert_eq!(community_threshold(&scores, 0.6), without_outliers);
    }
}
