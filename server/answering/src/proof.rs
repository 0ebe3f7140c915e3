//! What confirmations teach of the score from which texts are answered.
//!
//! A suggestion that staff sent, or put aside for words of their own, tells how sure is sure enough. How often one of
//! a confidence is right is a logistic curve, fitted to what was seen and to what is believed beforehand; where it
//! passes [`WANTED`], texts should be answered. What was seen moves the score half of the way, and never far.

use crate::Thresholds;
use crate::meanings::{MOST_CONFIDENCE, SURE};

/// The score from which texts are answered in any community, while nothing was confirmed.
pub const USUAL: f32 = 0.52;
/// With fewer confirmations nothing is learnt.
pub const FEWEST_PROOFS: f64 = 300.0;
/// The part of the suggestions of one confidence that is to be right where answering begins.
const WANTED: f64 = 0.85;
/// How fast suggestions are believed to become right with confidence, and by how many confirmations' worth.
const BELIEVED_SLOPE: f64 = 8.0;
const BELIEVED: f64 = 100.0;
/// The confidence is looked for no farther away than this.
const FARTHEST: f64 = 0.1;
/// The score stays between these.
const LEAST: f32 = 0.42;
const MOST: f32 = 0.62;
const STEPS: usize = 25;

/// How suggestions of one confidence turned out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proof {
    /// From 0 to 1.
    pub confidence: f32,
    /// So many were what staff sent; a part of one where not all of them count.
    pub right: f64,
    /// So many were not.
    pub wrong: f64,
}

/// The usual score after these proofs; nothing where there are too few.
pub fn usual_after(usual: f32, proofs: &[Proof]) -> Option<f32> {
    let count = proofs.iter().map(|proof| proof.right + proof.wrong).sum::<f64>();
    if count < FEWEST_PROOFS {
        return None;
    }
    let begin = f64::from(Thresholds::DEFAULT.answer);
    let moved = (sure_enough(proofs) - begin).clamp(-FARTHEST, FARTHEST) as f32 / 2.0;
    let begin = Thresholds::DEFAULT.answer;
    // As confidences come from scores, below the threshold and above it.
    let after = match moved < 0.0 {
        true => usual * (begin + moved) / begin,
        false => usual + moved * SURE / (MOST_CONFIDENCE - begin),
    };
    Some(after.clamp(LEAST, MOST))
}

/// The confidence from which suggestions are right as often as is wanted.
fn sure_enough(proofs: &[Proof]) -> f64 {
    let begin = f64::from(Thresholds::DEFAULT.answer);
    let odds = (WANTED / (1.0 - WANTED)).ln();
    let curve = |at: f64, level: f64, slope: f64| 1.0 / (1.0 + (-(level + slope * at)).exp());
    // (how far from where answering begins, how many, the part of them that is right)
    let seen = proofs.iter().map(|proof| {
        let count = proof.right + proof.wrong;
        (f64::from(proof.confidence) - begin, count, if count > 0.0 { proof.right / count } else { 0.0 })
    });
    let believed = (-5..=5_i32).map(|step| f64::from(step) * 0.06);
    let believed = believed.map(|at| (at, BELIEVED / 11.0, curve(at, odds, BELIEVED_SLOPE)));
    let points: Vec<(f64, f64, f64)> = seen.chain(believed).collect();
    let (mut level, mut slope) = (odds, BELIEVED_SLOPE);
    for _ in 0..STEPS {
        // Newton's method on the likelihood, which has one summit.
        let (mut g, mut h) = ((0.0, 0.0), (1e-6, 0.0, 1e-6));
        for (at, count, right) in &points {
            let expected = curve(*at, level, slope);
            let (miss, weight) = (count * (right - expected), count * expected * (1.0 - expected));
            g = (g.0 + miss, g.1 + miss * at);
            h = (h.0 + weight, h.1 + weight * at, h.2 + weight * at * at);
        }
        let determinant = h.0 * h.2 - h.1 * h.1;
        level += ((h.2 * g.0 - h.1 * g.1) / determinant).clamp(-1.0, 1.0);
        slope += ((h.0 * g.1 - h.1 * g.0) / determinant).clamp(-4.0, 4.0);
    }
    // Where being surer does not make it right, nothing is to be learnt.
    if slope < 1.0 { begin } else { begin + (odds - level) / slope }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    /// A hundred suggestions at each confidence, right as often as `curve` says.
    fn proofs(curve: impl Fn(f32) -> f32) -> Vec<Proof> {
        let each = |step: u8| {
            let confidence = f32::from(step) / 20.0;
            let right = f64::from(curve(confidence).clamp(0.0, 1.0) * 100.0);
            Proof { confidence, right, wrong: 100.0 - right }
        };
        (6..=18).map(each).collect()
    }

    #[test]
    fn a_few_confirmations_teach_nothing() {
        let few = [Proof { confidence: 0.5, right: FEWEST_PROOFS - 1.0, wrong: 0.0 }];
        assert_eq!(usual_after(USUAL, &few), None);
        assert_eq!(usual_after(USUAL, &[]), None);
    }

    #[test]
    fn suggestions_that_are_right_sooner_lower_the_score_and_wrong_ones_raise_it() {
        let (early, late) = (proofs(|c| c * 2.2), proofs(|c| c * 1.1));
        let (lower, higher) = (usual_after(USUAL, &early).unwrap(), usual_after(USUAL, &late).unwrap());
        assert!(LEAST < lower && lower < USUAL && USUAL < higher && higher < MOST, "{lower} {higher}");
    }

    #[test]
    fn no_confirmations_move_the_score_out_of_its_bounds() {
        let mut usual = USUAL;
        for _ in 0..50 {
            usual = usual_after(usual, &proofs(|_| 1.0)).unwrap();
        }
        assert!(usual >= LEAST);
        for _ in 0..50 {
            usual = usual_after(usual, &proofs(|c| c / 2.0)).unwrap();
        }
        assert!(usual <= MOST);
        for odd in [0.0, 1.0] {
            let all = [Proof { confidence: odd, right: 1e6, wrong: 1e6 }];
            assert!(usual_after(USUAL, &all).unwrap().is_finite());
        }
    }
}
