//! The job that stores the counts of hours which can no longer change.
use std::time::Duration;

use async_trait::async_trait;
use platform::{
    Fault, Scope, Timestamp,
    jobs::{self, Claimed, Handler, JobKind, Schedule},
};

use super::{
    block,
    model::{HOUR_MS, Span},
    rules, store,
};
use crate::context::Context;

/// Runs every ten minutes.
pub const ROLL_UP: Schedule = Schedule { kind: JobKind::RollUpReports, every: Duration::from_secs(600) };

/// Maximum number of hours that are counted at once.
const MAX_HOURS: i64 = 7 * 24;
/// Maximum duration of one run, well below the lease of a job. The rest continues in the next run, which
/// starts at once.
const WORKING_TIME: Duration = Duration::from_secs(20);

/// Stores counts by hour.
pub struct RollUp {
    pub context: Context,
}

#[async_trait]
impl Handler for RollUp {
    fn purpose(&self) -> &'static str {
        "Count messages for reports"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let mut tx = self.context.db.platform_read().await?;
        let companies = store::list_companies(&mut tx).await?;
        drop(tx);
        let stop = self.context.now().plus(WORKING_TIME);
        let mut is_done = true;
        for company in companies {
            is_done = is_done && self.company(&Scope::of_company(&company), stop).await?;
        }
        let mut tx = self.context.db.platform().await?;
        if is_done {
            jobs::finish(&mut tx, job).await?;
        } else {
            jobs::postpone(&mut tx, job, self.context.now()).await?;
        }
        tx.commit().await
    }
}

impl RollUp {
    /// Stores the missing counts of a company. Returns false if time ran out.
    async fn company(&self, scope: &Scope, stop: Timestamp) -> Result<bool, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let Some(first) = store::first_message(&mut tx, scope).await? else { return Ok(true) };
        let (from, to) = (first.div_euclid(HOUR_MS) * HOUR_MS, rules::settled_before(self.context.now()));
        let gaps = store::gaps(&mut tx, scope, from, to.max(from)).await?;
        drop(tx);
        for span in rules::newest_first(&gaps, MAX_HOURS) {
            if self.context.now() >= stop {
                return Ok(false);
            }
            self.span(scope, span).await?;
        }
        Ok(true)
    }

    /// Counts and stores a span. Counting happens outside of write transactions, so that other writes do not
    /// wait.
    async fn span(&self, scope: &Scope, span: Span) -> Result<(), Fault> {
        let mut tx = self.context.db.write(scope).await?;
        store::begin_hours(&mut tx, scope, span).await?;
        tx.commit().await?;
        let mut tx = self.context.db.read_in_background(scope).await?;
        let settings = store::find_settings(&mut tx, scope).await?;
        let mut counts = store::count(&mut tx, scope, span).await?;
        let resolved = store::resolved(&mut tx, scope, &[span], None).await?;
        counts.extend(rules::time_counts(&resolved, &settings));
        drop(tx);
        let mut tx = self.context.db.write(scope).await?;
        store::lock_blocks(&mut tx, scope).await?;
        let stored = store::all_blocks(&mut tx, scope, span).await?;
        store::save_blocks(&mut tx, scope, &block::replace(&stored, span, counts)?).await?;
        store::finish_hours(&mut tx, scope, span).await?;
        tx.commit().await
    }
}
