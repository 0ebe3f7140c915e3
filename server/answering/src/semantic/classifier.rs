//! Kernel logistic regression: scores of the entries from the similarities of a text to the utterances.
//!
//! Multinomial logistic regression in its dual form (Zhu and Hastie, "Kernel Logistic Regression", 2005): the score of
//! an entry is a weighted sum of the similarities. The weights are found by accelerated gradient descent (Nesterov,
//! 1983), which starts at the means of the utterances: few utterances leave the weights near the means, many move them
//! away. The number of steps is fixed, so training is deterministic.

use candle_core::{Device, Result, Tensor};

use crate::vector::QuantizedVector;

/// Factor of a score in the exponent of the softmax: the inverse temperature.
const INVERSE_TEMPERATURE: f32 = 10.0;
/// L2 regularization.
const RIDGE: f32 = 1.0;
const GRADIENT_STEPS: usize = 60;
const POWER_ITERATIONS: usize = 16;
/// Safety factor for an eigenvalue, which power iteration approaches from below.
const EIGENVALUE_MARGIN: f64 = 1.2;

/// A trained classifier: a weight for each pair of an utterance and an entry.
pub struct Classifier {
    rows: Vec<WeightRow>,
    entries: usize,
}

/// The weights of one utterance. The weight for its own entry is stored separately: it is many times larger than the
/// others, which would lose their precision in a common quantization.
struct WeightRow {
    own_entry: usize,
    own_weight: f32,
    others: QuantizedVector,
}

impl WeightRow {
    fn new(mut weights: Vec<f32>, own_entry: usize) -> Self {
        let own_weight = std::mem::take(&mut weights[own_entry]);
        Self { own_entry, own_weight, others: QuantizedVector::quantize(&weights) }
    }
}

impl Classifier {
    /// Trains a classifier.
    ///
    /// `similarities` is the symmetric similarity matrix of the utterances in row-major order, `labels` the entry of each
    /// utterance, `importance` the weight of each utterance, and `entries` the number of entries.
    ///
    /// # Errors
    /// Fails if a tensor operation fails.
    pub fn train(similarities: &[f32], labels: &[usize], importance: &[f32], entries: usize) -> Result<Self> {
        let count = labels.len();
        if count == 0 {
            return Ok(Self { rows: Vec::new(), entries });
        }
        let initial = mean_weights(similarities, labels, importance, entries);
        let kernel = Tensor::from_slice(similarities, (count, count), &Device::Cpu)?;
        let (first, eigenvector) = largest_eigenpair(&kernel)?;
        let deflated = (&kernel - (eigenvector.matmul(&eigenvector.t()?)? * first)?)?;
        let (second, _) = largest_eigenpair(&deflated)?;
        let eigenvector: Vec<f32> = eigenvector.flatten_all()?.to_vec1()?;
        let step =
            1.0 / (EIGENVALUE_MARGIN as f32 * INVERSE_TEMPERATURE.powi(2) * second as f32 / 2.0 + RIDGE);
        // The first eigenvector, which all utterances have in common, would limit the step size in every direction. Its
        // component of the gradient is reduced instead.
        let reduction = 1.0 - (second / first).min(1.0) as f32;
        let (mut weights, mut lookahead, mut momentum) = (initial.clone(), initial, 1.0_f32);
        for _ in 0..GRADIENT_STEPS {
            let weights_tensor = Tensor::from_slice(&lookahead, (count, entries), &Device::Cpu)?;
            let mut gradient = kernel.matmul(&weights_tensor)?.flatten_all()?.to_vec1::<f32>()?;
            let mut common = vec![0.0; entries];
            for (utterance, gradient) in gradient.chunks_mut(entries).enumerate() {
                softmax(gradient);
                gradient[labels[utterance]] -= 1.0;
                let lookahead = &lookahead[utterance * entries..];
                for ((gradient, lookahead), common) in gradient.iter_mut().zip(lookahead).zip(&mut common) {
                    *gradient = INVERSE_TEMPERATURE * importance[utterance] * *gradient + RIDGE * lookahead;
                    *common += eigenvector[utterance] * *gradient;
                }
            }
            let next_momentum = (1.0 + (1.0 + 4.0 * momentum * momentum).sqrt()) / 2.0;
            let extrapolation = (momentum - 1.0) / next_momentum;
            let rows = lookahead.chunks_mut(entries).zip(weights.chunks_mut(entries));
            for ((gradient, (lookahead, weights)), component) in
                gradient.chunks(entries).zip(rows).zip(&eigenvector)
            {
                let columns = lookahead.iter_mut().zip(weights).zip(gradient).zip(&common);
                for (((lookahead, weight), gradient), common) in columns {
                    let next = *lookahead - step * (gradient - reduction * component * common);
                    *lookahead = next + extrapolation * (next - *weight);
                    *weight = next;
                }
            }
            momentum = next_momentum;
        }
        let rows = weights.chunks(entries).zip(labels);
        Ok(Self { rows: rows.map(|(row, own)| WeightRow::new(row.to_vec(), *own)).collect(), entries })
    }

    /// Returns the approximate memory use in bytes.
    pub fn memory_bytes(&self) -> usize {
        self.rows.iter().map(|row| row.others.memory_bytes() + size_of::<(usize, f32)>()).sum()
    }

    /// Returns the score of each entry on the scale of a similarity, given the similarity of a text to each utterance.
    pub fn scores(&self, similarities: &[f32]) -> Vec<f32> {
        let mut scores = vec![0.0; self.entries];
        for (row, similarity) in self.rows.iter().zip(similarities) {
            scores[row.own_entry] += row.own_weight * similarity;
            row.others.add_to(&mut scores, *similarity);
        }
        scores
    }
}

/// Replaces scores by their softmax.
fn softmax(scores: &mut [f32]) {
    let max = scores.iter().copied().fold(f32::MIN, f32::max);
    scores.iter_mut().for_each(|score| *score = (INVERSE_TEMPERATURE * (*score - max)).exp());
    let sum: f32 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= sum);
}

/// Returns the matrix of the dot products of all vectors in row-major order.
///
/// # Errors
/// Fails if a tensor operation fails.
pub fn pairwise_dot_products(vectors: &[Vec<f32>]) -> Result<Vec<f32>> {
    let size = vectors.first().map_or(0, Vec::len);
    let vectors = Tensor::from_vec(vectors.concat(), (vectors.len(), size), &Device::Cpu)?;
    vectors.matmul(&vectors.t()?)?.flatten_all()?.to_vec1()
}

fn one_hot(at: usize, count: usize) -> impl Iterator<Item = f32> {
    (0..count).map(move |other| if other == at { 1.0 } else { 0.0 })
}

/// Returns the weights with which the score of an entry is the similarity to the mean of its utterances.
fn mean_weights(similarities: &[f32], labels: &[usize], importance: &[f32], entries: usize) -> Vec<f32> {
    let count = labels.len();
    let mut squares = vec![0.0_f32; entries];
    for (row, label) in labels.iter().enumerate() {
        let columns = labels.iter().zip(&similarities[row * count..]).zip(importance);
        let same_entry = columns.filter(|((other, _), _)| *other == label);
        squares[*label] += importance[row]
            * same_entry.map(|((_, similarity), importance)| similarity * importance).sum::<f32>();
    }
    // Dividing the weighted sum of the utterances of an entry by its length yields a unit vector.
    let norm = |entry: usize| squares[entry].max(f32::EPSILON).sqrt();
    labels
        .iter()
        .zip(importance)
        .flat_map(|(label, importance)| one_hot(*label, entries).map(move |one| (one * importance, *label)))
        .map(|(weight, label)| weight / norm(label))
        .collect()
}

/// Returns the largest eigenvalue and its unit eigenvector, by power iteration.
fn largest_eigenpair(matrix: &Tensor) -> Result<(f64, Tensor)> {
    let count = matrix.dim(0)?;
    // Not constant, so that the start is not orthogonal to the eigenvector.
    let initial: Vec<f32> = (0..count).map(|at| 1.0 + (at % 7) as f32 / 7.0).collect();
    let mut vector = Tensor::from_vec(initial, (count, 1), &Device::Cpu)?;
    let mut eigenvalue = 1.0;
    for _ in 0..POWER_ITERATIONS {
        let next = matrix.matmul(&vector)?;
        let norm = f64::from(vector.sqr()?.sum_all()?.to_scalar::<f32>()?).sqrt();
        let next_norm =
            f64::from(next.sqr()?.sum_all()?.to_scalar::<f32>()?).sqrt().max(f64::from(f32::MIN_POSITIVE));
        eigenvalue = next_norm / norm;
        vector = (next / next_norm)?;
    }
    Ok((eigenvalue, vector))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    /// Returns the similarities of utterances in a plane, given by their angles in degrees, to a text.
    fn similarities(angles: &[f32], text: f32) -> Vec<f32> {
        angles.iter().map(|angle| (angle - text).to_radians().cos()).collect()
    }

    fn train(angles: &[f32], labels: &[usize], entries: usize) -> Classifier {
        let matrix: Vec<f32> = angles.iter().flat_map(|angle| similarities(angles, *angle)).collect();
        Classifier::train(&matrix, labels, &vec![1.0; labels.len()], entries).unwrap()
    }

    #[test]
    fn the_entry_with_similar_utterances_scores_highest() {
        let angles = [0.0, 10.0, 60.0, 70.0];
        let classifier = train(&angles, &[0, 0, 1, 1], 2);
        let scores = |text: f32| classifier.scores(&similarities(&angles, text));
        let (first, second) = (scores(5.0), scores(66.0));
        assert!(first[0] > first[1] && second[1] > second[0], "{first:?} {second:?}");
    }

    #[test]
    fn training_moves_the_decision_boundary_away_from_the_means() {
        // The mean of the first entry is at 20°, that of the second at 60°, and an utterance of the first at 39°.
        let angles = [0.0, 21.0, 39.0, 60.0];
        let classifier = train(&angles, &[0, 0, 0, 1], 2);
        let scores = classifier.scores(&similarities(&angles, 41.0));
        assert!(scores[0] > scores[1], "{scores:?}");
    }

    #[test]
    fn an_utterance_of_lower_importance_moves_the_boundary_less() {
        let angles = [0.0, 21.0, 39.0, 60.0];
        let matrix: Vec<f32> = angles.iter().flat_map(|angle| similarities(&angles, *angle)).collect();
        let gap = |importance: f32| {
            let importance = [1.0, 1.0, importance, 1.0];
            let classifier = Classifier::train(&matrix, &[0, 0, 0, 1], &importance, 2).unwrap();
            let scores = classifier.scores(&similarities(&angles, 41.0));
            scores[0] - scores[1]
        };
        assert!(gap(0.25) < gap(1.0), "{} {}", gap(0.25), gap(1.0));
    }

    #[test]
    fn without_utterances_all_scores_are_zero() {
        assert_eq!(Classifier::train(&[], &[], &[], 3).unwrap().scores(&[]), [0.0; 3]);
    }
}
