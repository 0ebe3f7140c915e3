//! Claims due jobs in batches, and holds claimed jobs until a worker is free.
use std::{
    collections::VecDeque,
    sync::{MutexGuard, PoisonError, atomic::Ordering},
    time::Duration,
};

use super::{LEASE, Runner, WORKERS};
use crate::{
    Fault,
    db::Sql,
    dialect,
    jobs::{Claimed, still_claimed},
    signal::Signal,
};

/// Jobs are claimed in batches that take about this long per worker.
const BATCH_DURATION: Duration = Duration::from_millis(20);
const MAX_BATCH_SIZE: i64 = 64;
/// Maximum time between the claim of a job and its start. Handlers rely on the rest of the lease.
const MAX_START_DELAY: Duration = Duration::from_secs(3);

impl Runner {
    fn unstarted(&self) -> MutexGuard<'_, VecDeque<Claimed>> {
        self.unstarted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next job to run: an unstarted one, or else one of the due jobs, which are claimed. Unstarted jobs
    /// that were claimed too long ago are released before that, so that they start with a new lease. Each claim starts
    /// at least one job.
    pub(super) async fn next(&self) -> Result<Option<Claimed>, Fault> {
        if let Some(job) = self.next_unstarted() {
            return Ok(Some(job));
        }
        let _guard = self.claim_lock.lock().await;
        if let Some(job) = self.next_unstarted() {
            return Ok(Some(job));
        }
        self.release_unstarted().await?;
        let mut claimed = VecDeque::from(self.claim().await?);
        let job = claimed.pop_front();
        self.unstarted().append(&mut claimed);
        Ok(job)
    }

    /// Returns the next claimed job that has not started, unless it was claimed too long ago.
    fn next_unstarted(&self) -> Option<Claimed> {
        let uptime = self.clock.uptime();
        self.unstarted().pop_front_if(|job| uptime.saturating_sub(job.claimed_at) <= MAX_START_DELAY)
    }

    /// Releases the claimed jobs that have not started. Their claim does not count as an attempt.
    pub(super) async fn release_unstarted(&self) -> Result<(), Fault> {
        let jobs = std::mem::take(&mut *self.unstarted());
        if jobs.is_empty() {
            return Ok(());
        }
        let released = self.undo_claims(&jobs).await;
        if released.is_err() {
            // They are released before the next claim.
            self.unstarted().extend(jobs);
        }
        released
    }

    async fn undo_claims(&self, jobs: &VecDeque<Claimed>) -> Result<(), Fault> {
        let mut tx = self.db.platform().await?;
        for job in jobs {
            tx.query(concat!(
                "UPDATE job SET run_at_ms = $5, attempts = attempts - 1, worker = 0 WHERE ",
                still_claimed!()
            ))
            .bind(job.company_id.as_str())
            .bind(job.id.as_str())
            .bind(job.attempts)
            .bind(job.run_at_ms)
            .bind(self.clock.now())
            .run()
            .await?;
        }
        tx.signal(Signal::Jobs);
        tx.commit().await
    }

    /// Adds the duration of a job to the moving average, with a weight of 1/8.
    pub(super) fn record_duration(&self, duration: Duration) {
        let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        let mean = self.mean_micros.load(Ordering::Relaxed);
        let mean = if mean == u64::MAX { micros } else { mean - mean / 8 + micros / 8 };
        self.mean_micros.store(mean, Ordering::Relaxed);
    }

    /// Returns the number of jobs to claim at once.
    fn claim_size(&self) -> i64 {
        let span = BATCH_DURATION.as_micros() * WORKERS as u128;
        let jobs = span / u128::from(self.mean_micros.load(Ordering::Relaxed).max(1));
        i64::try_from(jobs).unwrap_or(MAX_BATCH_SIZE).clamp(1, MAX_BATCH_SIZE)
    }

    /// Claims a batch of due jobs and returns it in the order of the ids.
    async fn claim(&self) -> Result<Vec<Claimed>, Fault> {
        let now = self.clock.now();
        let worker = self.db.liveness.number();
        if worker == 0 {
            // Without a number, other servers could not tell that this one died. A signal wakes the workers once it
            // has one.
            return Ok(Vec::new());
        }
        let mut tx = self.db.platform_read().await?;
        // Reads first, so that SQLite's only writer is used only if a job is due.
        let due: Option<(String,)> = tx
            .query("SELECT id FROM job WHERE NOT dead AND NOT waiting AND worker = 0 AND run_at_ms <= $1 LIMIT 1")
            .bind(now)
            .optional()
            .await?;
        drop(tx);
        if due.is_none() {
            return Ok(Vec::new());
        }
        loop {
            let mut tx = self.db.platform().await?;
            // The lease begins once the transaction has, which may wait for others.
            let uptime = self.clock.uptime();
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
            jobs.iter_mut().for_each(|job| job.claimed_at = uptime);
            self.leases.begin(&jobs);
            jobs.sort_unstable_by(|a, b| a.id.cmp(&b.id));
            return Ok(jobs);
        }
    }
}

/// Selects up to `$4` jobs that are due at `$1`. Of the jobs with one queue key, only the first is selected. While a
/// job is claimed, neither it nor another job of its queue is selected, even if its lease has ended by the wall
/// clock.
macro_rules! due {
    () => {
        "SELECT company_id, id FROM job
         WHERE NOT dead AND NOT waiting AND run_at_ms <= $1 AND worker = 0 AND NOT EXISTS (
             SELECT 1 FROM job AS ahead WHERE ahead.company_id = job.company_id
             AND ahead.queue_key = job.queue_key AND ahead.id < job.id AND NOT ahead.dead)
         AND NOT EXISTS (
             SELECT 1 FROM job AS begun WHERE begun.company_id = job.company_id
             AND begun.queue_key = job.queue_key AND begun.worker <> 0)
         ORDER BY run_at_ms, id LIMIT $4"
    };
}

/// Claims the due jobs for the server `$3`, with a lease until `$2`.
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

/// Returns whether another server claimed jobs of the same queues at the same time: the unique index
/// `job_running` allows one claimed job per queue, and PostgreSQL ends one of two transactions that
/// deadlock on two queues (40P01).
fn is_claim_conflict(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_some_and(|error| error.is_unique_violation() || error.code().as_deref() == Some("40P01"))
}
