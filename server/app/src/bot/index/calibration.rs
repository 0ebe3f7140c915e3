//! Calibrates the score threshold of confident answers from suggestions that staff confirmed or rejected, in
//! all communities.
//!
//! No single company can move the threshold: the move is computed once without each company, and the smallest
//! one applies. The threshold does not move if, without one of the companies, there would be too few
//! confirmations or it would move in the other direction. A company that confirms wrong answers, or one right
//! answer a thousand times, can at most prevent a move. If only one company has communities, it calibrates
//! alone. A community counts for at most [`MAX_WEIGHT_PER_COMMUNITY`].
//!
//! Only counts leave a community, under numbers that are drawn again for each run. A new threshold applies to
//! indexes that are built afterwards; earlier confirmations, made with another threshold, are not counted
//! again.
use std::{collections::HashMap, time::Duration};

use answering::{CalibrationSample, recalibrate_threshold};
use async_trait::async_trait;
use platform::{
    Fault,
    jobs::{self, Claimed, Handler, JobKind, Schedule},
};

use super::store::{self, Calibration, ConfirmationCount};
use crate::context::Context;

/// Runs once a day.
pub const CALIBRATE: Schedule =
    Schedule { kind: JobKind::CalibrateThresholds, every: Duration::from_secs(24 * 3_600) };

/// Maximum number of confirmations that count per community.
const MAX_WEIGHT_PER_COMMUNITY: f64 = 300.0;

/// Calibrates the score threshold.
pub struct Calibrate {
    pub context: Context,
}

#[async_trait]
impl Handler for Calibrate {
    fn purpose(&self) -> &'static str {
        "Calibrate the bot's confidence"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let mut tx = self.context.db.platform().await?;
        let before = Calibration::find(&mut tx).await?;
        let confirmation_counts = store::confirmation_counts(&mut tx, before.since_ms).await?;
        let alone = store::count_companies(&mut tx).await? <= 1;
        if let Some(score_threshold) =
            agreed_threshold(before.score_threshold as f32, &confirmation_counts, alone)
        {
            let after = Calibration { score_threshold: score_threshold.into(), since_ms: self.context.now() };
            tracing::info!(
                before = before.score_threshold,
                after = after.score_threshold,
                "confirmations moved the score threshold"
            );
            after.save(&mut tx).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

/// Counts of correct and incorrect suggestions, by company and by confidence in percent.
type Counts = HashMap<i64, HashMap<i64, (f64, f64)>>;

/// Returns the new threshold. `None` if there are too few confirmations, or if the result depends on one
/// company, unless `alone` says that there is only one.
fn agreed_threshold(
    score_threshold: f32,
    confirmation_counts: &[ConfirmationCount],
    alone: bool,
) -> Option<f32> {
    let counts = capped_counts(confirmation_counts);
    if alone {
        return recalibrate_threshold(score_threshold, &samples(&counts, None));
    }
    let without = |company: &i64| {
        Some(recalibrate_threshold(score_threshold, &samples(&counts, Some(*company)))? - score_threshold)
    };
    let moves: Vec<f32> = counts.keys().map(without).collect::<Option<_>>()?;
    let least = moves.iter().copied().min_by(|one, other| one.abs().total_cmp(&other.abs()))?;
    moves.iter().all(|each| each * least > 0.0).then_some(score_threshold + least)
}

/// Caps the weight of each community.
fn capped_counts(confirmation_counts: &[ConfirmationCount]) -> Counts {
    let mut of_community: HashMap<i64, f64> = HashMap::new();
    for each in confirmation_counts {
        *of_community.entry(each.community).or_default() += (each.rightly + each.wrongly) as f64;
    }
    let mut counts = Counts::new();
    for each in confirmation_counts {
        let part = (MAX_WEIGHT_PER_COMMUNITY / of_community[&each.community]).min(1.0);
        let (right, wrong) = counts.entry(each.company).or_default().entry(each.percent).or_default();
        *right += each.rightly as f64 * part;
        *wrong += each.wrongly as f64 * part;
    }
    counts
}

/// Returns the samples of all companies except `without`.
fn samples(counts: &Counts, without: Option<i64>) -> Vec<CalibrationSample> {
    let mut sums: HashMap<i64, (f64, f64)> = HashMap::new();
    for (_, of_company) in counts.iter().filter(|(company, _)| Some(**company) != without) {
        for (percent, (right, wrong)) in of_company {
            let sum = sums.entry(*percent).or_default();
            *sum = (sum.0 + right, sum.1 + wrong);
        }
    }
    let sample = |(percent, (correct, incorrect))| CalibrationSample {
        confidence: percent as f32 / 100.0,
        correct,
        incorrect,
    };
    sums.into_iter().map(sample).collect()
}

#[cfg(test)]
mod tests {
    use answering::DEFAULT_SCORE_THRESHOLD;

    use super::*;

    /// Returns confirmations of suggestions with a confidence of 40 percent.
    fn of(company: i64, community: i64, rightly: i64, wrongly: i64) -> ConfirmationCount {
        ConfirmationCount { company, community, percent: 40, rightly, wrongly }
    }

    /// Returns these confirmations for each of three communities per company.
    fn count_companies(of_companies: &[(i64, i64)]) -> Vec<ConfirmationCount> {
        let each = |(company, (rightly, wrongly)): (i64, &(i64, i64))| {
            (0..3)
                .map(move |community| of(company, 3 * company + community, *rightly, *wrongly))
                .collect::<Vec<_>>()
        };
        (0..).zip(of_companies).flat_map(each).collect()
    }

    #[test]
    fn one_company_cannot_change_the_shared_threshold() {
        for (right, wrong) in [(100_000, 0), (0, 100_000), (200, 0)] {
            assert_eq!(
                agreed_threshold(DEFAULT_SCORE_THRESHOLD, &count_companies(&[(right, wrong)]), false),
                None
            );
            assert_eq!(
                agreed_threshold(
                    DEFAULT_SCORE_THRESHOLD,
                    &count_companies(&[(right, wrong), (20, 1)]),
                    false
                ),
                None
            );
        }
        assert_eq!(agreed_threshold(DEFAULT_SCORE_THRESHOLD, &[], false), None);
    }

    #[test]
    fn one_company_cannot_increase_a_threshold_change() {
        let honest = [(40, 2), (35, 3), (50, 4), (45, 5)];
        let without = agreed_threshold(DEFAULT_SCORE_THRESHOLD, &count_companies(&honest), false)
            .map(|after| DEFAULT_SCORE_THRESHOLD - after)
            .unwrap_or_default();
        assert!(without > 0.0);
        for loud in [(100_000, 0), (5_000, 0), (100, 0)] {
            let with = [&honest[..], &[loud]].concat();
            let moved = DEFAULT_SCORE_THRESHOLD
                - agreed_threshold(DEFAULT_SCORE_THRESHOLD, &count_companies(&with), false)
                    .unwrap_or(DEFAULT_SCORE_THRESHOLD);
            let by_others = DEFAULT_SCORE_THRESHOLD
                - recalibrate_threshold(
                    DEFAULT_SCORE_THRESHOLD,
                    &samples(&capped_counts(&count_companies(&honest)), None),
                )
                .unwrap_or(DEFAULT_SCORE_THRESHOLD);
            assert!((0.0..=by_others).contains(&moved), "{loud:?}: {moved} of {by_others}");
        }
        // A company with opposite confirmations can prevent a move, but not reverse it.
        for loud in [(0, 100_000), (0, 5_000), (0, 100)] {
            let with = [&honest[..], &[loud]].concat();
            let after = agreed_threshold(DEFAULT_SCORE_THRESHOLD, &count_companies(&with), false)
                .unwrap_or(DEFAULT_SCORE_THRESHOLD);
            assert!(after <= DEFAULT_SCORE_THRESHOLD, "{loud:?}: {after}");
        }
    }

    #[test]
    fn a_change_that_companies_agree_on_is_applied() {
        let lower = agreed_threshold(
            DEFAULT_SCORE_THRESHOLD,
            &count_companies(&[(100, 0), (100, 0), (100, 0)]),
            false,
        );
        let higher = agreed_threshold(
            DEFAULT_SCORE_THRESHOLD,
            &count_companies(&[(0, 100), (0, 100), (0, 100)]),
            false,
        );
        assert!(
            lower.is_some_and(|lower| lower < DEFAULT_SCORE_THRESHOLD)
                && higher.is_some_and(|higher| higher > DEFAULT_SCORE_THRESHOLD)
        );
        // A few confirmations from each of many companies are enough.
        assert!(agreed_threshold(DEFAULT_SCORE_THRESHOLD, &count_companies(&[(8, 1); 20]), false).is_some());
    }

    #[test]
    fn a_single_company_calibrates_alone() {
        let alone = agreed_threshold(DEFAULT_SCORE_THRESHOLD, &[of(0, 0, 400, 0)], true);
        assert!(alone.is_some_and(|after| after < DEFAULT_SCORE_THRESHOLD));
        assert_eq!(agreed_threshold(DEFAULT_SCORE_THRESHOLD, &[of(0, 0, 200, 0)], true), None);
    }

    #[test]
    fn the_weight_of_a_community_is_capped() {
        let loud = [of(0, 0, 0, 100_000), of(0, 1, 290, 10), of(0, 2, 290, 10), of(0, 3, 290, 10)];
        let fair = [of(0, 0, 0, 300), of(0, 1, 290, 10), of(0, 2, 290, 10), of(0, 3, 290, 10)];
        assert_eq!(
            agreed_threshold(DEFAULT_SCORE_THRESHOLD, &loud, true),
            agreed_threshold(DEFAULT_SCORE_THRESHOLD, &fair, true)
        );
    }
}
