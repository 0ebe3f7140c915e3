//! What staff confirm or put aside, in all communities, moves the score from which the bot answers.
//!
//! Only counts leave a community. What was learnt holds for the indexes that are made from then on; confirmations of
//! before, which were made on another scale, do not count again.
use std::time::Duration;

use async_trait::async_trait;
use platform::{
    Fault,
    jobs::{self, Claimed, Handler, Schedule},
};

use super::store::{self, Calibration};
use crate::context::Context;

/// Once a day.
pub const CALIBRATE: Schedule = Schedule { kind: "calibrate", every: Duration::from_secs(24 * 3_600) };

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
        let proofs = store::proofs(&mut tx, before.since_ms).await?;
        if let Some(usual) = answering::usual_after(before.usual as f32, &proofs) {
            let after = Calibration { usual: usual.into(), since_ms: self.0.now() };
            tracing::info!(before = before.usual, after = after.usual, "confirmations moved the usual score");
            after.save(&mut tx).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
