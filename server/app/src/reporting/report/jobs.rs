//! Stores the counts of hours that nothing that follows can change.
use std::time::Duration;

use async_trait::async_trait;
use platform::{
    Fault, Scope,
    jobs::{self, Claimed, Handler, Schedule},
};

use super::{
    model::{HOUR_MS, Span},
    rules, store,
};
use crate::context::Context;

/// Runs every ten minutes.
pub const ROLL_UP: Schedule = Schedule { kind: "report roll-up", every: Duration::from_secs(600) };

/// Maximum hours of a transaction.
const MAX_HOURS: i64 = 7 * 24;
/// Maximum transactions for a company in one run.
const MAX_SPANS: usize = 30;

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
        for company in companies {
            self.company(&Scope::of_company(&company)).await?;
        }
        let mut tx = self.context.db.platform().await?;
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

impl RollUp {
    /// Stores the counts of the hours of a company that are not stored yet.
    async fn company(&self, scope: &Scope) -> Result<(), Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let Some(first) = store::first_message(&mut tx, scope).await? else { return Ok(()) };
        let (from, to) = (first.div_euclid(HOUR_MS) * HOUR_MS, rules::settled_before(self.context.now()));
        let covered = store::covered_hours(&mut tx, scope, from, to).await?;
        drop(tx);
        for span in rules::gaps(from, to, &covered, MAX_HOURS).into_iter().take(MAX_SPANS) {
            self.span(scope, span).await?;
        }
        Ok(())
    }

    async fn span(&self, scope: &Scope, span: Span) -> Result<(), Fault> {
        let hours: Vec<i64> = (span.0..span.1).step_by(HOUR_MS.unsigned_abs() as usize).collect();
        let mut tx = self.context.db.write(scope).await?;
        store::begin_hours(&mut tx, scope, &hours).await?;
        tx.commit().await?;
        let mut tx = self.context.db.write(scope).await?;
        let settings = store::find_settings(&mut tx, scope).await?;
        let resolved = store::resolved(&mut tx, scope, &[span], (None, None)).await?;
        let times = rules::time_counts(&resolved, &settings);
        store::store_counts(&mut tx, scope, span, &times).await?;
        store::finish_hours(&mut tx, scope, span).await?;
        tx.commit().await
    }
}
