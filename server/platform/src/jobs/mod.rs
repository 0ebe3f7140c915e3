//! Work that outlives a call: a row that is written with its cause, claimed with a lease
//! and gone in the transaction of its effect.
//!
//! A job whose server dies is given back as soon as another one, or the same one started again,
//! sees that; a worker that is merely stuck loses it when its lease runs out. Jobs of one lane
//! run one after another, in the order of their ids: all but the first of them wait for their
//! turn, which comes by a trigger when the one ahead is gone. What must happen once has a unique
//! key. A job that fails is tried again, later each time, and after its last attempt it is dead.
mod retries;
mod runner;
mod schedule;

use std::{collections::HashMap, sync::Arc};

use async_trait::async_trait;
use serde_json::Value;
use sqlx::{FromRow, types::Json};

use retries::MAX_ATTEMPTS;
pub use runner::{Runner, WORKERS};
pub use schedule::Schedule;

use crate::{ErrorReason, Fault, Ids, Timestamp, Tx, dialect, ids::CompanyId, signal::Signal};

/// A job to be done.
pub struct Job {
    /// Whose.
    pub company: CompanyId,
    /// Which handler does it.
    pub kind: &'static str,
    /// What the handler needs to know.
    pub payload: Value,
    /// Unique for what must happen once; a second job with it is dropped.
    pub key: String,
    /// Jobs with the same lane run one after another.
    pub queue_key: String,
    /// Not before.
    pub run_at: Timestamp,
}

/// A job that was claimed.
#[derive(Clone, Debug, FromRow)]
pub struct Claimed {
    /// Its id.
    pub id: String,
    /// Whose.
    pub company_id: CompanyId,
    /// Which handler does it.
    pub kind: String,
    /// What it is about.
    #[sqlx(json)]
    pub payload: Value,
    /// How often it was begun, this time included.
    pub attempts: i64,
    /// When its lease ends.
    run_at_ms: Timestamp,
}

impl Claimed {
    /// It is not tried again after this.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.attempts >= MAX_ATTEMPTS
    }
}

/// Writes a job in the transaction of its cause.
pub async fn enqueue(tx: &mut Tx, ids: &Ids, now: Timestamp, job: Job) -> Result<(), Fault> {
    tx.query(dialect(
        "INSERT INTO job (company_id, id, kind, payload, key, queue_key, run_at_ms, attempts, dead, waiting)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0, FALSE, EXISTS (
             SELECT 1 FROM job WHERE company_id = $1 AND queue_key = $6 AND id < $2 AND NOT dead))
         ON CONFLICT (company_id, key) DO NOTHING",
        // Whatever this one waits for stays until it is seen to wait. One that is going already
        // is not waited for.
        "INSERT INTO job (company_id, id, kind, payload, key, queue_key, run_at_ms, attempts, dead, waiting)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0, FALSE, EXISTS (SELECT 1 FROM (
             SELECT 1 FROM job WHERE company_id = $1 AND queue_key = $6 AND id < $2 AND NOT dead
             ORDER BY id DESC LIMIT 1 FOR KEY SHARE SKIP LOCKED) ahead))
         ON CONFLICT (company_id, key) DO NOTHING",
    ))
    .bind(job.company.as_str())
    .bind(ids.next::<String>(now))
    .bind(job.kind)
    .bind(Json(job.payload))
    .bind(job.key)
    .bind(job.queue_key)
    .bind(job.run_at)
    .run()
    .await?;
    tx.signal(Signal::Jobs);
    Ok(())
}

/// Removes a job that has not started. Returns false if it has started or is done.
pub async fn cancel(tx: &mut Tx, company: &CompanyId, key: &str) -> Result<bool, Fault> {
    let gone = tx
        .query("DELETE FROM job WHERE company_id = $1 AND key = $2 AND attempts = 0")
        .bind(company.as_str())
        .bind(key)
        .run()
        .await?;
    Ok(gone == 1)
}

/// Ends a job, in the transaction of its effect. When another worker has it by now, that
/// transaction must not be committed.
///
/// # Errors
/// `ABORTED` when the lease was lost.
pub async fn finish(tx: &mut Tx, job: &Claimed) -> Result<(), Fault> {
    let gone = tx
        .query("DELETE FROM job WHERE company_id = $1 AND id = $2 AND attempts = $3")
        .bind(job.company_id.as_str())
        .bind(job.id.as_str())
        .bind(job.attempts)
        .run()
        .await?;
    if gone == 1 {
        Ok(())
    } else {
        Err(Fault::aborted(ErrorReason::LeaseLost, "Another worker has this job."))
    }
}

/// Puts a job off that could not be done yet, as if nobody had begun it: it keeps its place in
/// its lane, and can be taken back.
///
/// # Errors
/// `ABORTED` when the lease was lost.
pub async fn postpone(tx: &mut Tx, job: &Claimed, until: Timestamp) -> Result<(), Fault> {
    let put_off = tx
        .query(
            "UPDATE job SET run_at_ms = $4, attempts = 0, worker = 0
             WHERE company_id = $1 AND id = $2 AND attempts = $3",
        )
        .bind(job.company_id.as_str())
        .bind(job.id.as_str())
        .bind(job.attempts)
        .bind(until)
        .run()
        .await?;
    if put_off == 1 {
        Ok(())
    } else {
        Err(Fault::aborted(ErrorReason::LeaseLost, "Another worker has this job."))
    }
}

/// Does the jobs of one kind. It ends the job with [`finish`], or puts it off with [`postpone`],
/// in the transaction of its effect.
#[async_trait]
pub trait Handler: Send + Sync + 'static {
    /// What such a job is for, in plain words for an administrator: "Send an email".
    fn purpose(&self) -> &'static str;

    /// Does it. An error has it tried again later. It may be dropped in the middle of it, when
    /// the server stops; another attempt follows then.
    async fn run(&self, job: &Claimed) -> Result<(), Fault>;

    /// Notes on what the job is about that it rests after its last attempt. It may be called again for the same
    /// job, if the server stops before that is recorded.
    async fn exhausted(&self, _job: &Claimed) -> Result<(), Fault> {
        Ok(())
    }

    /// Notes on what the job is about that it will never be done, in the transaction that lets
    /// the job go.
    async fn discarded(&self, _tx: &mut Tx, _job: &Claimed) -> Result<(), Fault> {
        Ok(())
    }
}

/// The handlers of all kinds of jobs that there are.
pub type Handlers = Arc<HashMap<&'static str, Arc<dyn Handler>>>;
