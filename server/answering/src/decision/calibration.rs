//! Calibration of the score threshold from the feedback of staff.
//!
//! Staff confirm a suggestion by sending it, or reject it by writing another answer. The precision of suggestions as a
//! function of confidence is modeled as a logistic curve, fitted to the feedback and to a prior. The confidence at which
//! the curve reaches [`TARGET_PRECISION`] should be the minimum confidence of an answer. Each recalibration moves the
//! score threshold half of the way, within bounds.

use crate::decision::thresholds::ConfidenceThresholds;

/// Score threshold before any calibration.
pub const DEFAULT_SCORE_THRESHOLD: f32 = 0.52;
/// Minimum number of feedback samples for a calibration.
pub const MIN_CALIBRATION_SAMPLES: f64 = 300.0;
/// Score above the threshold at which the confidence reaches [`MAX_SCORED_CONFIDENCE`].
pub(crate) const SCORE_RANGE: f32 = 0.5;
/// Maximum confidence that a score yields.
pub(crate) const MAX_SCORED_CONFIDENCE: f32 = 0.96;
/// Required precision of suggestions at the minimum confidence of an answer.
const TARGET_PRECISION: f64 = 0.85;
/// Slope of the prior logistic curve.
const PRIOR_SLOPE: f64 = 8.0;
/// Weight of the prior, in samples.
const PRIOR_SAMPLES: f64 = 100.0;
/// Maximum change of the confidence in one calibration, before halving.
const MAX_SHIFT: f64 = 0.1;
/// Bounds of the score threshold.
const MIN_SCORE_THRESHOLD: f32 = 0.42;
const MAX_SCORE_THRESHOLD: f32 = 0.62;
const NEWTON_STEPS: usize = 25;

/// The feedback on suggestions of one confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CalibrationSample {
    /// Confidence of the suggestions, from 0 to 1.
    pub confidence: f32,
    /// Number of confirmed suggestions; fractional if a suggestion counts in part.
    pub correct: f64,
    /// Number of rejected suggestions; fractional if a suggestion counts in part.
    pub incorrect: f64,
}

/// Returns the score threshold after feedback. Returns `None` with fewer than [`MIN_CALIBRATION_SAMPLES`] samples.
pub fn recalibrate_threshold(threshold: f32, samples: &[CalibrationSample]) -> Option<f32> {
    let count = samples.iter().map(|sample| sample.correct + sample.incorrect).sum::<f64>();
    if count < MIN_CALIBRATION_SAMPLES {
        return None;
    }
    let current = f64::from(ConfidenceThresholds::DEFAULT.min_confidence);
    let shift = (target_confidence(samples) - current).clamp(-MAX_SHIFT, MAX_SHIFT) as f32 / 2.0;
    let current = ConfidenceThresholds::DEFAULT.min_confidence;
    // Inverts the mapping from scores to confidences, which differs below and above the threshold.
    let recalibrated = match shift < 0.0 {
        true => threshold * (current + shift) / current,
        false => threshold + shift * SCORE_RANGE / (MAX_SCORED_CONFIDENCE - current),
    };
    Some(recalibrated.clamp(MIN_SCORE_THRESHOLD, MAX_SCORE_THRESHOLD))
}

/// Returns the confidence at which the fitted curve reaches the target precision.
fn target_confidence(samples: &[CalibrationSample]) -> f64 {
    let current = f64::from(ConfidenceThresholds::DEFAULT.min_confidence);
    let log_odds = (TARGET_PRECISION / (1.0 - TARGET_PRECISION)).ln();
    let logistic = |x: f64, intercept: f64, slope: f64| 1.0 / (1.0 + (-(intercept + slope * x)).exp());
    // Points of (confidence relative to the current minimum, number of samples, precision).
    let observed = samples.iter().map(|sample| {
        let count = sample.correct + sample.incorrect;
        let precision = if count > 0.0 { sample.correct / count } else { 0.0 };
        (f64::from(sample.confidence) - current, count, precision)
    });
    let prior = (-5..=5_i32).map(|step| f64::from(step) * 0.06);
    let prior = prior.map(|x| (x, PRIOR_SAMPLES / 11.0, logistic(x, log_odds, PRIOR_SLOPE)));
    let points: Vec<(f64, f64, f64)> = observed.chain(prior).collect();
    let (mut intercept, mut slope) = (log_odds, PRIOR_SLOPE);
    for _ in 0..NEWTON_STEPS {
        // Newton's method on the log-likelihood, which is concave.
        let (mut gradient, mut hessian) = ((0.0, 0.0), (1e-6, 0.0, 1e-6));
        for (x, count, precision) in &points {
            let expected = logistic(*x, intercept, slope);
            let (residual, weight) = (count * (precision - expected), count * expected * (1.0 - expected));
            gradient = (gradient.0 + residual, gradient.1 + residual * x);
            hessian = (hessian.0 + weight, hessian.1 + weight * x, hessian.2 + weight * x * x);
        }
        let (g, h) = (gradient, hessian);
        let determinant = h.0 * h.2 - h.1 * h.1;
        intercept += ((h.2 * g.0 - h.1 * g.1) / determinant).clamp(-1.0, 1.0);
        slope += ((h.0 * g.1 - h.1 * g.0) / determinant).clamp(-4.0, 4.0);
    }
    // If precision does not grow with confidence, the feedback is not informative.
    if slope < 1.0 { current } else { current + (log_odds - intercept) / slope }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    /// Returns 100 samples per confidence, correct with the precision that `precision` returns.
    fn samples(precision: impl Fn(f32) -> f32) -> Vec<CalibrationSample> {
        let each = |step: u8| {
            let confidence = f32::from(step) / 20.0;
            let correct = f64::from(precision(confidence).clamp(0.0, 1.0) * 100.0);
            CalibrationSample { confidence, correct, incorrect: 100.0 - correct }
        };
        (6..=18).map(each).collect()
    }

    #[test]
    fn too_few_samples_do_not_change_the_threshold() {
        let few =
            [CalibrationSample { confidence: 0.5, correct: MIN_CALIBRATION_SAMPLES - 1.0, incorrect: 0.0 }];
        assert_eq!(recalibrate_threshold(DEFAULT_SCORE_THRESHOLD, &few), None);
        assert_eq!(recalibrate_threshold(DEFAULT_SCORE_THRESHOLD, &[]), None);
    }

    #[test]
    fn high_precision_lowers_the_threshold_and_low_precision_raises_it() {
        let (precise, imprecise) = (samples(|c| c * 2.2), samples(|c| c * 1.1));
        let (lower, higher) = (
            recalibrate_threshold(DEFAULT_SCORE_THRESHOLD, &precise).unwrap(),
            recalibrate_threshold(DEFAULT_SCORE_THRESHOLD, &imprecise).unwrap(),
        );
        assert!(
            MIN_SCORE_THRESHOLD < lower
                && lower < DEFAULT_SCORE_THRESHOLD
                && DEFAULT_SCORE_THRESHOLD < higher
                && higher < MAX_SCORE_THRESHOLD,
            "{lower} {higher}"
        );
    }

    #[test]
    fn the_threshold_stays_within_its_bounds() {
        let mut threshold = DEFAULT_SCORE_THRESHOLD;
        for _ in 0..50 {
            threshold = recalibrate_threshold(threshold, &samples(|_| 1.0)).unwrap();
        }
        assert!(threshold >= MIN_SCORE_THRESHOLD);
        for _ in 0..50 {
            threshold = recalibrate_threshold(threshold, &samples(|c| c / 2.0)).unwrap();
        }
        assert!(threshold <= MAX_SCORE_THRESHOLD);
        for confidence in [0.0, 1.0] {
            let all = [CalibrationSample { confidence, correct: 1e6, incorrect: 1e6 }];
            assert!(recalibrate_threshold(DEFAULT_SCORE_THRESHOLD, &all).unwrap().is_finite());
        }
    }
}
