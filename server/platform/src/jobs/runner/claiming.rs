//! Claims due jobs in batches, and keeps those that wait for a worker.
use std::{
    collections::VecDeque,
    sync::{MutexGuard, PoisonError, atomic::Ordering},
    time::Duration,
};

use super::{LEASE, Runner, WORKERS};
use crate::{Fault, db::Sql, dialect, jobs::Claimed, signal::Signal};

/// Jobs are claimed in batches that take about this long per worker.
const BATCH_DURATION: Duration = Duration::from_millis(20);
const MAX_BATCH_SIZE: i64 = 64;

impl Runner {
    fn at_hand(&self) -> MutexGuard<'_, VecDeque<Claimed>> {
        self.at_hand.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job: one that was claimed already, else of those that are due.
    pub(super) async fn next(&self) -> Result<Option<Claimed>, Fault> {
        if let Some(job) = self.fresh() {
            return Ok(Some(job));
        }
        let _alone = self.claiming.lock().await;
        if let Some(job) = self.fresh() {
            return Ok(Some(job));
        }
        let mut claimed = VecDeque::from(self.claim().await?);
        let job = claimed.pop_front();
        self.at_hand().append(&mut claimed);
        Ok(job)
    }

    /// The next of those that were claimed. One that waited so long for a worker that it might not
    /// be done within its lease is left to be claimed again.
    fn fresh(&self) -> Option<Claimed> {
        let latest = self.clock.now().plus(LEASE / 2);
        let mut at_hand = self.at_hand();
        std::iter::from_fn(|| at_hand.pop_front()).find(|job| job.run_at_ms >= latest)
    }

    /// Releases claimed jobs that have not started.
    pub(super) async fn release_unstarted(&self) -> Result<(), Fault> {
        let jobs = std::mem::take(&mut *self.at_hand());
        if jobs.is_empty() {
            return Ok(());
        }
        let mut tx = self.db.platform().await?;
        for job in &jobs {
            tx.query(
                "UPDATE job SET run_at_ms = $4, attempts = attempts - 1, worker = 0
                 WHERE company_id = $1 AND id = $2 AND attempts = $3",
            )
            .bind(job.company_id.as_str())
            .bind(job.id.as_str())
            .bind(job.attempts)
            .bind(self.clock.now())
            .run()
            .await?;
        }
        tx.signal(Signal::Jobs);
        tx.commit().await
    }

    /// Records the duration of a job with a weight of 1/8.
    pub(super) fn took(&self, span: Duration) {
        let took = u64::try_from(span.as_micros()).unwrap_or(u64::MAX);
        let pace = self.pace.load(Ordering::Relaxed);
        let pace = if pace == u64::MAX { took } else { pace - pace / 8 + took / 8 };
        self.pace.store(pace, Ordering::Relaxed);
    }

    /// Returns the number of jobs to claim at once.
    fn claim_size(&self) -> i64 {
        let span = BATCH_DURATION.as_micros() * WORKERS as u128;
        let done = span / u128::from(self.pace.load(Ordering::Relaxed).max(1));
        i64::try_from(done).unwrap_or(MAX_BATCH_SIZE).clamp(1, MAX_BATCH_SIZE)
    }

    async fn claim(&self) -> Result<Vec<Claimed>, Fault> {
        let now = self.clock.now();
        let worker = self.db.liveness.number();
        if worker == 0 {
            // This server has no number yet, so others could not tell that it stopped. It is woken once it has one.
            return Ok(Vec::new());
        }
        let mut tx = self.db.platform_read().await?;
        // Reading first spares SQLite's one writer when there is nothing to do.
        let due: Option<(String,)> = tx
            .query("SELECT id FROM job WHERE NOT dead AND NOT waiting AND run_at_ms <= $1 LIMIT 1")
            .bind(now)
            .optional()
            .await?;
        drop(tx);
        if due.is_none() {
            return Ok(Vec::new());
        }
        loop {
            let mut tx = self.db.platform().await?;
            let claimed: sqlx::Result<Vec<Claimed>> = tx
                .query(CLAIM)
                .bind(now)
                .bind(now.plus(LEASE))
                .bind(worker)
                .bind(self.claim_size())
                .all()
                .await;
            let mut jobs = match claimed {
                Err(error) if is_claim_conflict(&error) => continue,
                claimed => claimed?,
            };
            tx.commit().await?;
            jobs.sort_unstable_by(|a, b| a.id.cmp(&b.id));
            return Ok(jobs);
        }
    }
}

/// The jobs that are due at `$1`, `$4` at most. Of a lane that is the first, or the one that was begun and
/// whose lease is over: no other is begun beside it.
macro_rules! due {
    () => {
        "SELECT company_id, id FROM job
         WHERE NOT dead AND NOT waiting AND run_at_ms <= $1 AND (job.worker <> 0 OR NOT EXISTS (
             SELECT 1 FROM job AS ahead WHERE ahead.company_id = job.company_id
             AND ahead.queue_key = job.queue_key AND ahead.id < job.id AND NOT ahead.dead)
         AND NOT EXISTS (
             SELECT 1 FROM job AS begun WHERE begun.company_id = job.company_id
             AND begun.queue_key = job.queue_key AND begun.worker <> 0))
         ORDER BY run_at_ms, id LIMIT $4"
    };
}

/// Claims them until `$2` for the server `$3`.
const CLAIM: Sql = dialect(
    concat!(
        "UPDATE job SET attempts = attempts + 1, run_at_ms = $2, worker = $3
         WHERE (company_id, id) IN (",
        due!(),
        ") RETURNING company_id, id, kind, payload, attempts, run_at_ms"
    ),
    concat!(
        "WITH due AS MATERIALIZED (",
        due!(),
        " FOR NO KEY UPDATE SKIP LOCKED)
         UPDATE job SET attempts = attempts + 1, run_at_ms = $2, worker = $3 FROM due
         WHERE job.company_id = due.company_id AND job.id = due.id
         RETURNING job.company_id, job.id, kind, payload, attempts, run_at_ms"
    ),
);

/// Another server claimed a job of the same lane at the very same instant, and neither saw the
/// other's: the index `job_begun` let that one pass alone. Of two that met in two lanes, PostgreSQL
/// lets one go on.
fn is_claim_conflict(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_some_and(|error| error.is_unique_violation() || error.code().as_deref() == Some("40P01"))
}
