//! The logistic head: from how like a text is to every wording, to how much it speaks for every entry.
//!
//! Multinomial logistic regression in its dual form (Zhu and Hastie, "Kernel Logistic Regression", 2005): an entry's
//! score is a weighted sum of the likenesses, and the weights are found by accelerated gradient descent (Nesterov
//! 1983). It begins at the means of the wordings, so that few samples leave it near them and many move it away, and
//! it takes a fixed number of steps: the same wordings always give the same head.

use candle_core::{Device, Result, Tensor};

use crate::vector::Compact;

/// What a likeness of 1 is worth in the exponent.
pub const SHARPNESS: f32 = 10.0;
/// Holds the weights near nothing.
const RIDGE: f32 = 1.0;
const STEPS: usize = 60;
const POWER_STEPS: usize = 16;
/// The power method comes near an eigenvalue from below.
const SLACK: f64 = 1.2;

/// The weights: one row a wording, one number an entry.
pub struct Head {
    rows: Vec<Row>,
    entries: usize,
}

/// The weights of one wording. That for its own entry is many times larger than the others, which would be lost
/// beside it in a byte each.
struct Row {
    own: (usize, f32),
    others: Compact,
}

impl Row {
    fn of(mut weights: Vec<f32>, own: usize) -> Self {
        let weight = std::mem::take(&mut weights[own]);
        Self { own: (own, weight), others: Compact::of(&weights) }
    }
}

impl Head {
    /// Learns from the likeness of every wording to every other (`alike`, row by row, symmetric), the entry of each
    /// and how much it bears, and the number of entries.
    pub fn learn(alike: &[f32], entry: &[usize], bears: &[f32], entries: usize) -> Result<Self> {
        let count = entry.len();
        if count == 0 {
            return Ok(Self { rows: Vec::new(), entries });
        }
        let begin = means(alike, entry, bears, entries);
        let alike = Tensor::from_slice(alike, (count, count), &Device::Cpu)?;
        let (first, along) = steepest(&alike)?;
        let rest = (&alike - (along.matmul(&along.t()?)? * first)?)?;
        let (second, _) = steepest(&rest)?;
        let along: Vec<f32> = along.flatten_all()?.to_vec1()?;
        let step = 1.0 / (SLACK as f32 * SHARPNESS.powi(2) * second as f32 / 2.0 + RIDGE);
        // What all wordings have in common would hold the step down for every other direction: there it is shortened.
        let shorten = 1.0 - (second / first).min(1.0) as f32;
        let (mut weights, mut ahead, mut momentum) = (begin.clone(), begin, 1.0_f32);
        for _ in 0..STEPS {
            let known = Tensor::from_slice(&ahead, (count, entries), &Device::Cpu)?;
            let mut slope = alike.matmul(&known)?.flatten_all()?.to_vec1::<f32>()?;
            let mut common = vec![0.0; entries];
            for (wording, slope) in slope.chunks_mut(entries).enumerate() {
                into_shares(slope);
                slope[entry[wording]] -= 1.0;
                let ahead = &ahead[wording * entries..];
                for ((slope, ahead), common) in slope.iter_mut().zip(ahead).zip(&mut common) {
                    *slope = SHARPNESS * bears[wording] * *slope + RIDGE * ahead;
                    *common += along[wording] * *slope;
                }
            }
            let grown = (1.0 + (1.0 + 4.0 * momentum * momentum).sqrt()) / 2.0;
            let further = (momentum - 1.0) / grown;
            let rows = ahead.chunks_mut(entries).zip(weights.chunks_mut(entries));
            for ((slope, (ahead, weights)), along) in slope.chunks(entries).zip(rows).zip(&along) {
                let numbers = ahead.iter_mut().zip(weights).zip(slope).zip(&common);
                for (((ahead, weight), slope), common) in numbers {
                    let next = *ahead - step * (slope - shorten * along * common);
                    *ahead = next + further * (next - *weight);
                    *weight = next;
                }
            }
            momentum = grown;
        }
        let rows = weights.chunks(entries).zip(entry);
        Ok(Self { rows: rows.map(|(row, own)| Row::of(row.to_vec(), *own)).collect(), entries })
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        self.rows.iter().map(|row| row.others.bytes() + size_of::<(usize, f32)>()).sum()
    }

    /// How much a text speaks for each entry, on the scale of a likeness, from its likeness to each wording.
    pub fn scores(&self, alike: &[f32]) -> Vec<f32> {
        let mut scores = vec![0.0; self.entries];
        for (row, alike) in self.rows.iter().zip(alike) {
            let (own, weight) = row.own;
            scores[own] += weight * alike;
            row.others.add_to(&mut scores, *alike);
        }
        scores
    }
}

/// The share of each score in the whole, as the exponent has it.
fn into_shares(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    scores.iter_mut().for_each(|score| *score = (SHARPNESS * (*score - most)).exp());
    let whole: f32 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= whole);
}

/// The dot product of every vector with every other, row by row.
pub fn products(vectors: &[Vec<f32>]) -> Result<Vec<f32>> {
    let size = vectors.first().map_or(0, Vec::len);
    let vectors = Tensor::from_vec(vectors.concat(), (vectors.len(), size), &Device::Cpu)?;
    vectors.matmul(&vectors.t()?)?.flatten_all()?.to_vec1()
}

fn one_of(at: usize, count: usize) -> impl Iterator<Item = f32> {
    (0..count).map(move |other| if other == at { 1.0 } else { 0.0 })
}

/// The weights with which an entry's score is the likeness to the mean of its wordings.
fn means(alike: &[f32], entry: &[usize], bears: &[f32], entries: usize) -> Vec<f32> {
    let count = entry.len();
    let mut squares = vec![0.0_f32; entries];
    for (row, at) in entry.iter().enumerate() {
        let same = entry.iter().zip(&alike[row * count..]).zip(bears).filter(|((other, _), _)| *other == at);
        squares[*at] += bears[row] * same.map(|((_, alike), bears)| alike * bears).sum::<f32>();
    }
    // The length of a weighted sum of wordings: its mean of unit length is the sum divided by it.
    let length = |at: usize| squares[at].max(f32::EPSILON).sqrt();
    entry
        .iter()
        .zip(bears)
        .flat_map(|(at, bears)| one_of(*at, entries).map(move |one| (one * bears, *at)))
        .map(|(one, at)| one / length(at))
        .collect()
}

/// The largest eigenvalue and its vector, of unit length, by the power method.
fn steepest(of: &Tensor) -> Result<(f64, Tensor)> {
    let count = of.dim(0)?;
    // Uneven, so that it is at right angles to no vector that matters.
    let begin: Vec<f32> = (0..count).map(|at| 1.0 + (at % 7) as f32 / 7.0).collect();
    let mut vector = Tensor::from_vec(begin, (count, 1), &Device::Cpu)?;
    let mut largest = 1.0;
    for _ in 0..POWER_STEPS {
        let next = of.matmul(&vector)?;
        let length = f64::from(vector.sqr()?.sum_all()?.to_scalar::<f32>()?).sqrt();
        let grown =
            f64::from(next.sqr()?.sum_all()?.to_scalar::<f32>()?).sqrt().max(f64::from(f32::MIN_POSITIVE));
        largest = grown / length;
        vector = (next / grown)?;
    }
    Ok((largest, vector))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    /// Wordings in a plane, by their angle.
    fn alike(angles: &[f32], to: f32) -> Vec<f32> {
        angles.iter().map(|angle| (angle - to).to_radians().cos()).collect()
    }

    fn learned(angles: &[f32], entry: &[usize], entries: usize) -> Head {
        let all: Vec<f32> = angles.iter().flat_map(|to| alike(angles, *to)).collect();
        Head::learn(&all, entry, &vec![1.0; entry.len()], entries).unwrap()
    }

    #[test]
    fn a_text_speaks_for_the_entry_whose_wordings_it_is_like() {
        let angles = [0.0, 10.0, 60.0, 70.0];
        let head = learned(&angles, &[0, 0, 1, 1], 2);
        let (near, far) = (head.scores(&alike(&angles, 5.0)), head.scores(&alike(&angles, 66.0)));
        assert!(near[0] > near[1] && far[1] > far[0], "{near:?} {far:?}");
    }

    #[test]
    fn learning_moves_the_border_away_from_the_means() {
        // The mean of the first entry lies at 20°, that of the second at 60°; but 39° is a wording of the first.
        let angles = [0.0, 21.0, 39.0, 60.0];
        let head = learned(&angles, &[0, 0, 0, 1], 2);
        let scores = head.scores(&alike(&angles, 41.0));
        assert!(scores[0] > scores[1], "{scores:?}");
    }

    #[test]
    fn what_bears_less_moves_the_border_less() {
        let angles = [0.0, 21.0, 39.0, 60.0];
        let all: Vec<f32> = angles.iter().flat_map(|to| alike(&angles, *to)).collect();
        let gap = |bears: f32| {
            let head = Head::learn(&all, &[0, 0, 0, 1], &[1.0, 1.0, bears, 1.0], 2).unwrap();
            let scores = head.scores(&alike(&angles, 41.0));
            scores[0] - scores[1]
        };
        assert!(gap(0.25) < gap(1.0), "{} {}", gap(0.25), gap(1.0));
    }

    #[test]
    fn nothing_known_speaks_for_nothing() {
        assert_eq!(Head::learn(&[], &[], &[], 3).unwrap().scores(&[]), [0.0; 3]);
    }
}
