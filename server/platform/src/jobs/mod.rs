//! The job queue. A job is a row that is written in the transaction of its cause, claimed with a
//! lease, and deleted in the transaction of its effect.
//!
//! When a server dies, its jobs are released as soon as another server, or the same one after a
//! restart, notices. A worker that is stuck loses its job when the lease ends, which is measured
//! with monotonic clocks. Jobs with the
//! same queue key run one after another, in the order of their ids: all but the first have
//! `waiting` set, and a trigger clears it when the job ahead is gone. A job that must run only once
//! has a unique key. A failed job is retried with a growing delay; after its last attempt it is dead.
mod retries;
mod runner;
mod schedule;

use std::{collections::HashMap, sync::Arc, time::Duration};

use async_trait::async_trait;
use serde_json::Value;
use sqlx::{FromRow, types::Json};

use retries::MAX_ATTEMPTS;
pub use runner::{Runner, WORKERS};
pub use schedule::Schedule;

pub use contract::v1::JobKind;

use crate::{ErrorReason, Fault, Ids, Timestamp, Tx, dialect, ids::CompanyId, signal::Signal};

/// A job to enqueue.
pub struct Job {
    /// The company whose job it is; [`PLATFORM`](crate::ids::PLATFORM) for the platform's own jobs.
    pub company: CompanyId,
    /// Selects the handler that runs the job.
    pub kind: JobKind,
    /// The handler's input.
    pub payload: Value,
    /// Unique within the company. While a job with this key exists, another one is not enqueued.
    pub key: String,
    /// Jobs of a company with the same queue key run one after another.
    pub queue_key: String,
    /// The earliest time at which the job runs.
    pub run_at: Timestamp,
}

/// A job that a worker of this server has claimed.
#[derive(Clone, Debug, FromRow)]
pub struct Claimed {
    /// The job's id.
    pub id: String,
    /// The company whose job it is.
    pub company_id: CompanyId,
    /// Stored name of the kind, which a newer version of the server may have written.
    pub kind: String,
    /// The handler's input.
    #[sqlx(json)]
    pub payload: Value,
    /// Number of attempts, including this one.
    pub attempts: i64,
    /// When the lease ends, by the wall clock of the server that claimed the job.
    run_at_ms: Timestamp,
    /// When this server claimed the job, by the uptime of its clock.
    #[sqlx(skip)]
    claimed_at: Duration,
}

impl Claimed {
    /// Returns whether this is the last attempt. If it fails, the job is dead.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.attempts >= MAX_ATTEMPTS
    }
}

/// Enqueues a job in the transaction of its cause.
pub async fn enqueue(tx: &mut Tx, ids: &Ids, now: Timestamp, job: Job) -> Result<(), Fault> {
    tx.query(dialect(
        "INSERT INTO job (company_id, id, kind, payload, key, queue_key, run_at_ms, attempts, dead, waiting)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0, FALSE, EXISTS (
             SELECT 1 FROM job WHERE company_id = $1 AND queue_key = $6 AND id < $2 AND NOT dead))
         ON CONFLICT (company_id, key) DO NOTHING",
        // The lock keeps the job ahead from being deleted before this job is visible as waiting.
        // A job that another transaction has locked, for instance to delete it, is not waited for.
        "INSERT INTO job (company_id, id, kind, payload, key, queue_key, run_at_ms, attempts, dead, waiting)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0, FALSE, EXISTS (SELECT 1 FROM (
             SELECT 1 FROM job WHERE company_id = $1 AND queue_key = $6 AND id < $2 AND NOT dead
             ORDER BY id DESC LIMIT 1 FOR KEY SHARE SKIP LOCKED) ahead))
         ON CONFLICT (company_id, key) DO NOTHING",
    ))
    .bind(job.company.as_str())
    .bind(ids.next::<String>(now))
    .bind(job.kind.wire_name())
    .bind(Json(job.payload))
    .bind(job.key)
    .bind(job.queue_key)
    .bind(job.run_at)
    .run()
    .await?;
    tx.signal(Signal::Jobs);
    Ok(())
}

/// Returns whether a queue of a company has jobs that are not dead.
pub async fn has_queued(tx: &mut Tx, company: &CompanyId, queue_key: &str) -> Result<bool, Fault> {
    Ok(tx
        .query("SELECT 1 FROM job WHERE company_id = $1 AND queue_key = $2 AND NOT dead LIMIT 1")
        .bind(company.as_str())
        .bind(queue_key)
        .exists()
        .await?)
}

/// Deletes a job that has not started. Returns false if it has started or is done.
pub async fn cancel(tx: &mut Tx, company: &CompanyId, key: &str) -> Result<bool, Fault> {
    let deleted = tx
        .query("DELETE FROM job WHERE company_id = $1 AND key = $2 AND attempts = 0")
        .bind(company.as_str())
        .bind(key)
        .run()
        .await?;
    Ok(deleted == 1)
}

/// SQL condition: the job `$2` of the company `$1` is not claimed by another worker. `$3` and `$4` are the number of
/// attempts and the end of the lease of the worker's claim. A job that was postponed or delayed meanwhile has as many
/// attempts again, but another lease.
macro_rules! still_claimed {
    () => {
        "company_id = $1 AND id = $2 AND attempts = $3 AND (run_at_ms = $4 OR worker = 0)"
    };
}
pub(crate) use still_claimed;

/// Deletes a finished job in the transaction of its effect. On an error that transaction must not
/// be committed.
///
/// # Errors
/// `ABORTED` if the lease was lost and another worker may have claimed the job.
pub async fn finish(tx: &mut Tx, job: &Claimed) -> Result<(), Fault> {
    let deleted = tx
        .query(concat!("DELETE FROM job WHERE ", still_claimed!()))
        .bind(job.company_id.as_str())
        .bind(job.id.as_str())
        .bind(job.attempts)
        .bind(job.run_at_ms)
        .run()
        .await?;
    if deleted == 1 {
        Ok(())
    } else {
        Err(Fault::aborted(ErrorReason::LeaseLost, "Another worker has this job."))
    }
}

/// Releases a job that cannot run yet, to run at `until`. Its attempts are reset, so it can be
/// canceled again. It keeps its place in its queue.
///
/// # Errors
/// `ABORTED` if the lease was lost and another worker may have claimed the job.
pub async fn postpone(tx: &mut Tx, job: &Claimed, until: Timestamp) -> Result<(), Fault> {
    let sql = concat!("UPDATE job SET run_at_ms = $5, attempts = 0, worker = 0 WHERE ", still_claimed!());
    release(tx, job, until, sql).await
}

/// Releases a job that waits for a permit, to run at `until`, as if it had not been claimed. Its failed attempts still
/// count, so that it reaches its last one however often it waits in between. It keeps its place in its queue.
///
/// # Errors
/// `ABORTED` if the lease was lost and another worker may have claimed the job.
pub async fn delay(tx: &mut Tx, job: &Claimed, until: Timestamp) -> Result<(), Fault> {
    let sql = concat!(
        "UPDATE job SET run_at_ms = $5, attempts = attempts - 1, worker = 0 WHERE ",
        still_claimed!()
    );
    release(tx, job, until, sql).await
}

/// Releases a job with a statement.
async fn release(tx: &mut Tx, job: &Claimed, until: Timestamp, sql: &'static str) -> Result<(), Fault> {
    let updated = tx
        .query(sql)
        .bind(job.company_id.as_str())
        .bind(job.id.as_str())
        .bind(job.attempts)
        .bind(job.run_at_ms)
        .bind(until)
        .run()
        .await?;
    if updated == 1 {
        Ok(())
    } else {
        Err(Fault::aborted(ErrorReason::LeaseLost, "Another worker has this job."))
    }
}

/// Releases a job as [`postpone`] does, with another payload, so that its next run goes on where this one stopped.
///
/// # Errors
/// `ABORTED` if the lease was lost and another worker may have claimed the job.
pub async fn postpone_with(
    tx: &mut Tx,
    job: &Claimed,
    until: Timestamp,
    payload: Value,
) -> Result<(), Fault> {
    postpone(tx, job, until).await?;
    tx.query("UPDATE job SET payload = $3 WHERE company_id = $1 AND id = $2")
        .bind(job.company_id.as_str())
        .bind(job.id.as_str())
        .bind(Json(payload))
        .run()
        .await?;
    Ok(())
}

/// Ends a run: releases the job as [`postpone`] does if there is a time to run again, or else deletes it as [`finish`]
/// does.
///
/// # Errors
/// `ABORTED` if the lease was lost and another worker may have claimed the job.
pub async fn postpone_or_finish(tx: &mut Tx, job: &Claimed, next: Option<Timestamp>) -> Result<(), Fault> {
    match next {
        Some(until) => postpone(tx, job, until).await,
        None => finish(tx, job).await,
    }
}

/// Runs the jobs of one kind.
#[async_trait]
pub trait Handler: Send + Sync + 'static {
    /// Returns what the job does, for administrators: "Send an email".
    fn purpose(&self) -> &'static str;

    /// Runs a job, and ends it with [`finish`], [`postpone`] or [`delay`] in the transaction of its effect.
    /// After an error the job is retried. The future may be dropped at any point when the server
    /// stops; then another attempt follows.
    async fn run(&self, job: &Claimed) -> Result<(), Fault>;

    /// Returns whether a job mostly waits, such as for a carrier. It runs beside the workers, so that it delays no
    /// other job. The handler, or the queue of the jobs, limits how many do more than postpone themselves at once.
    fn is_detached(&self, _job: &Claimed) -> bool {
        false
    }

    /// Records the failure on the entity that the job is about, after the last attempt. May be
    /// called more than once for a job, if the server stops before the job is marked dead.
    async fn exhausted(&self, _job: &Claimed) -> Result<(), Fault> {
        Ok(())
    }

    /// Records on the entity that the job is about that the job will never run. Called in the
    /// transaction that deletes the job.
    async fn discarded(&self, _tx: &mut Tx, _job: &Claimed) -> Result<(), Fault> {
        Ok(())
    }
}

/// The handlers of all kinds of jobs, by kind.
pub type Handlers = Arc<HashMap<JobKind, Arc<dyn Handler>>>;

/// Returns the handler of a stored kind; `None` if this version of the server does not know it.
#[must_use]
pub fn handler_of<'h>(handlers: &'h Handlers, kind: &str) -> Option<&'h Arc<dyn Handler>> {
    handlers.get(&JobKind::from_wire_name(kind)?)
}
