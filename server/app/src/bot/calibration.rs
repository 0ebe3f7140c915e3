//! What staff confirm or put aside, in all communities, moves the score from which the bot answers.
//!
//! No company moves it for the others: it goes only as far as it would go without any one of them, and not at all
//! where without one of them there would be too little, or it would go the other way. So whoever confirms what is
//! wrong, or a thousand times what is right, holds a move up at most. Where one company alone has communities, all
//! is its own, and it learns by itself. A community counts for [`MOST_OF_A_COMMUNITY`] at most, whoever's it is.
//!
//! Only counts leave a community, under numbers that are drawn for each time. What was learnt holds for the indexes
//! that are made from then on; confirmations of before, which were made on another scale, do not count again.
use std::{collections::HashMap, time::Duration};

use answering::{Proof, usual_after};
use async_trait::async_trait;
use platform::{
    Fault,
    jobs::{self, Claimed, Handler, Schedule},
};

use super::store::{self, Calibration, Confirmed};
use crate::context::Context;

/// Once a day.
pub const CALIBRATE: Schedule = Schedule { kind: "calibrate", every: Duration::from_secs(24 * 3_600) };

/// A community with more confirmations counts as if it had so many.
const MOST_OF_A_COMMUNITY: f64 = 300.0;

/// Learns from what was confirmed.
pub struct Calibrate(pub Context);

#[async_trait]
impl Handler for Calibrate {
    fn purpose(&self) -> &'static str {
        "Learn from the answers that staff confirmed how sure the bot has to be"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let mut tx = self.0.db.platform().await?;
        let before = Calibration::find(&mut tx).await?;
        let confirmed = store::confirmed(&mut tx, before.since_ms).await?;
        let alone = store::companies(&mut tx).await? <= 1;
        if let Some(usual) = agreed(before.usual as f32, &confirmed, alone) {
            let after = Calibration { usual: usual.into(), since_ms: self.0.now() };
            tracing::info!(before = before.usual, after = after.usual, "confirmations moved the usual score");
            after.save(&mut tx).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

/// What counts, by company and by percent of confidence.
type Counts = HashMap<i64, HashMap<i64, (f64, f64)>>;

/// The usual score after what was confirmed; nothing where too little was, or where it hangs on one company, unless
/// that one is `alone`.
fn agreed(usual: f32, confirmed: &[Confirmed], alone: bool) -> Option<f32> {
    let counts = counted(confirmed);
    if alone {
        return usual_after(usual, &proofs(&counts, None));
    }
    let without = |company: &i64| Some(usual_after(usual, &proofs(&counts, Some(*company)))? - usual);
    let moves: Vec<f32> = counts.keys().map(without).collect::<Option<_>>()?;
    let least = moves.iter().copied().min_by(|one, other| one.abs().total_cmp(&other.abs()))?;
    moves.iter().all(|each| each * least > 0.0).then_some(usual + least)
}

/// Each community as much as it may.
fn counted(confirmed: &[Confirmed]) -> Counts {
    let mut of_community: HashMap<i64, f64> = HashMap::new();
    for each in confirmed {
        *of_community.entry(each.community).or_default() += (each.rightly + each.wrongly) as f64;
    }
    let mut counts = Counts::new();
    for each in confirmed {
        let part = (MOST_OF_A_COMMUNITY / of_community[&each.community]).min(1.0);
        let (right, wrong) = counts.entry(each.company).or_default().entry(each.percent).or_default();
        *right += each.rightly as f64 * part;
        *wrong += each.wrongly as f64 * part;
    }
    counts
}

/// What counts, but for what one company confirmed.
fn proofs(counts: &Counts, without: Option<i64>) -> Vec<Proof> {
    let mut sums: HashMap<i64, (f64, f64)> = HashMap::new();
    for (_, of_company) in counts.iter().filter(|(company, _)| Some(**company) != without) {
        for (percent, (right, wrong)) in of_company {
            let sum = sums.entry(*percent).or_default();
            *sum = (sum.0 + right, sum.1 + wrong);
        }
    }
    let proof = |(percent, (right, wrong))| Proof { confidence: percent as f32 / 100.0, right, wrong };
    sums.into_iter().map(proof).collect()
}

#[cfg(test)]
mod tests {
    use answering::USUAL;

    use super::*;

    /// So many suggestions of a community that were 40 percent sure.
    fn of(company: i64, community: i64, rightly: i64, wrongly: i64) -> Confirmed {
        Confirmed { company, community, percent: 40, rightly, wrongly }
    }

    /// Companies of three communities each, with so many confirmations in each.
    fn companies(of_companies: &[(i64, i64)]) -> Vec<Confirmed> {
        let each = |(company, (rightly, wrongly)): (i64, &(i64, i64))| {
            (0..3)
                .map(move |community| of(company, 3 * company + community, *rightly, *wrongly))
                .collect::<Vec<_>>()
        };
        (0..).zip(of_companies).flat_map(each).collect()
    }

    #[test]
    fn one_company_alone_moves_nobody_else() {
        for (right, wrong) in [(100_000, 0), (0, 100_000), (200, 0)] {
            assert_eq!(agreed(USUAL, &companies(&[(right, wrong)]), false), None);
            assert_eq!(agreed(USUAL, &companies(&[(right, wrong), (20, 1)]), false), None);
        }
        assert_eq!(agreed(USUAL, &[], false), None);
    }

    #[test]
    fn with_a_company_the_score_goes_no_farther_than_without_it() {
        let honest = [(40, 2), (35, 3), (50, 4), (45, 5)];
        let without =
            agreed(USUAL, &companies(&honest), false).map(|after| USUAL - after).unwrap_or_default();
        assert!(without > 0.0);
        for loud in [(100_000, 0), (5_000, 0), (100, 0)] {
            let with = [&honest[..], &[loud]].concat();
            let moved = USUAL - agreed(USUAL, &companies(&with), false).unwrap_or(USUAL);
            let by_others =
                USUAL - usual_after(USUAL, &proofs(&counted(&companies(&honest)), None)).unwrap_or(USUAL);
            assert!((0.0..=by_others).contains(&moved), "{loud:?}: {moved} of {by_others}");
        }
        // Whoever says the opposite holds it up, and turns nothing.
        for loud in [(0, 100_000), (0, 5_000), (0, 100)] {
            let with = [&honest[..], &[loud]].concat();
            let after = agreed(USUAL, &companies(&with), false).unwrap_or(USUAL);
            assert!(after <= USUAL, "{loud:?}: {after}");
        }
    }

    #[test]
    fn what_companies_agree_on_is_learnt() {
        let lower = agreed(USUAL, &companies(&[(100, 0), (100, 0), (100, 0)]), false);
        let higher = agreed(USUAL, &companies(&[(0, 100), (0, 100), (0, 100)]), false);
        assert!(lower.is_some_and(|lower| lower < USUAL) && higher.is_some_and(|higher| higher > USUAL));
        // A few of each of many are enough.
        assert!(agreed(USUAL, &companies(&[(8, 1); 20]), false).is_some());
    }

    #[test]
    fn a_company_with_the_house_to_itself_learns_by_itself() {
        let alone = agreed(USUAL, &[of(0, 0, 400, 0)], true);
        assert!(alone.is_some_and(|after| after < USUAL));
        assert_eq!(agreed(USUAL, &[of(0, 0, 200, 0)], true), None);
    }

    #[test]
    fn a_community_counts_for_so_much_and_no_more() {
        let loud = [of(0, 0, 0, 100_000), of(0, 1, 290, 10), of(0, 2, 290, 10), of(0, 3, 290, 10)];
        let fair = [of(0, 0, 0, 300), of(0, 1, 290, 10), of(0, 2, 290, 10), of(0, 3, 290, 10)];
        assert_eq!(agreed(USUAL, &loud, true), agreed(USUAL, &fair, true));
    }
}
