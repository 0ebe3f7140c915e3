//! Work that outlives a call: a row that is written with its cause, claimed with a lease
//! and gone in the transaction of its effect.
//!
//! A job whose server dies is given back as soon as another one, or the same one started again,
//! sees that; a worker that is merely stuck loses it when its lease runs out. Jobs of one lane
//! run one after another, in the order of their ids: all but the first of them wait for their
//! turn, which comes by a trigger when the one ahead is gone. What must happen once has a unique
//! key.
use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use async_trait::async_trait;
use serde_json::Value;
use sqlx::{FromRow, types::Json};
use tokio::sync::watch;

use crate::{Clock, Db, Fault, Ids, Timestamp, Tx, dialect, ids::CompanyId, presence, signal::Signal};

/// How long a worker may take before another one gets the job.
const LEASE: Duration = Duration::from_secs(60);
/// After so many attempts a job rests until an administrator looks at it.
const MOST_ATTEMPTS: i64 = 12;
/// So many jobs are done at once.
pub const WORKERS: usize = 4;
/// Quick jobs are claimed several at once: as many as are done in about this time.
const AT_HAND: Duration = Duration::from_millis(20);
const MOST_AT_HAND: i64 = 64;
/// After storage failed.
const BREATHER: Duration = Duration::from_secs(1);
/// How often it is asked whether other servers live that have jobs in hand.
const ASK_AFTER_OTHERS: Duration = Duration::from_secs(1);
/// Storage may have missed to tell; so look from time to time.
const LOOK_AGAIN: Duration = Duration::from_secs(20);

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
    pub lane: String,
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
    kind: String,
    /// What it is about.
    #[sqlx(json)]
    pub payload: Value,
    attempts: i64,
    /// When its lease ends.
    run_at_ms: Timestamp,
}

impl Claimed {
    /// It is not tried again after this.
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.attempts >= MOST_ATTEMPTS
    }
}

/// Writes a job in the transaction of its cause.
///
/// # Errors
/// Those of storage.
pub async fn enqueue(tx: &mut Tx, ids: &Ids, now: Timestamp, job: Job) -> Result<(), Fault> {
    tx.query(dialect(
        "INSERT INTO job (company_id, id, kind, payload, key, lane, run_at_ms, attempts, dead, waiting)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0, FALSE, EXISTS (
             SELECT 1 FROM job WHERE company_id = $1 AND lane = $6 AND id < $2 AND NOT dead))
         ON CONFLICT (company_id, key) DO NOTHING",
        // Whatever this one waits for stays until it is seen to wait. One that is going already
        // is not waited for.
        "INSERT INTO job (company_id, id, kind, payload, key, lane, run_at_ms, attempts, dead, waiting)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0, FALSE, EXISTS (SELECT 1 FROM (
             SELECT 1 FROM job WHERE company_id = $1 AND lane = $6 AND id < $2 AND NOT dead
             ORDER BY id DESC LIMIT 1 FOR KEY SHARE SKIP LOCKED) ahead))
         ON CONFLICT (company_id, key) DO NOTHING",
    ))
    .bind(job.company.as_str())
    .bind(ids.next::<String>(now))
    .bind(job.kind)
    .bind(Json(job.payload))
    .bind(job.key)
    .bind(job.lane)
    .bind(job.run_at)
    .run()
    .await?;
    tx.signal(Signal::Jobs);
    Ok(())
}

/// Takes back a job that nobody has begun.
///
/// # Errors
/// Those of storage. False when it was begun or done.
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
    if gone == 1 { Ok(()) } else { Err(Fault::aborted("LEASE_LOST", "Another worker has this job.")) }
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
    if put_off == 1 { Ok(()) } else { Err(Fault::aborted("LEASE_LOST", "Another worker has this job.")) }
}

/// Does the jobs of one kind. It ends the job with [`finish`], or puts it off with [`postpone`],
/// in the transaction of its effect.
#[async_trait]
pub trait Handler: Send + Sync + 'static {
    /// Does it. An error has it tried again later.
    async fn run(&self, job: &Claimed) -> Result<(), Fault>;
}

/// Claims jobs and has them done.
pub struct Runner {
    db: Db,
    clock: Arc<dyn Clock>,
    ids: Arc<Ids>,
    handlers: HashMap<&'static str, Arc<dyn Handler>>,
    idle: watch::Sender<u64>,
    /// Jobs that were claimed and wait for a worker; claimed by one worker at a time.
    at_hand: Mutex<VecDeque<Claimed>>,
    claiming: tokio::sync::Mutex<()>,
    /// How many microseconds a job takes, as far as the last ones tell.
    pace: AtomicU64,
}

impl Runner {
    /// A runner for these kinds of jobs.
    #[must_use]
    pub fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        ids: Arc<Ids>,
        handlers: HashMap<&'static str, Arc<dyn Handler>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            db,
            clock,
            ids,
            handlers,
            idle: watch::Sender::new(0),
            at_hand: Mutex::default(),
            claiming: tokio::sync::Mutex::default(),
            pace: AtomicU64::new(u64::MAX),
        })
    }

    /// Works until `stop` turns true, and then finishes what was begun.
    pub async fn work(self: Arc<Self>, stop: watch::Receiver<bool>) {
        // What an earlier life of the only server had in hand, before anything is claimed.
        let mut looked = false;
        while self.db.presence.is_alone() && !looked && !*stop.borrow() {
            looked = self.give_back().await;
        }
        let heir = tokio::spawn(self.clone().inherit(stop.clone()));
        let workers = (0..WORKERS).map(|_| tokio::spawn(self.clone().worker(stop.clone())));
        futures::future::join_all(workers.chain([heir])).await;
        if let Err(fault) = self.put_back().await {
            tracing::warn!(%fault, "claimed jobs could not be put back");
        }
    }

    /// Asks again and again whether others are gone, where there are others.
    async fn inherit(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        while !self.db.presence.is_alone() && !*stop.borrow() {
            self.give_back().await;
            tokio::select! {
                () = tokio::time::sleep(ASK_AFTER_OTHERS) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Gives back what servers had in hand that are gone; false when that cannot be seen now.
    async fn give_back(&self) -> bool {
        let given = async {
            let mut tx = self.db.platform().await?;
            let now = self.clock.now();
            let given = presence::give_back(&mut tx, &self.db.presence, now, MOST_ATTEMPTS).await?;
            tx.commit().await?;
            Ok::<_, Fault>(given)
        };
        match given.await {
            Ok(0) => return true,
            Ok(jobs) => tracing::info!(jobs, "the jobs of a server that is gone are done again"),
            Err(fault) => {
                tracing::warn!(%fault, "it cannot be seen which servers are gone");
                tokio::time::sleep(BREATHER).await;
                return false;
            }
        }
        true
    }

    async fn worker(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let mut signals = self.db.signals();
        let mut failed = None;
        while !*stop.borrow() {
            // What becomes due while it looks is not missed.
            let looked = self.clock.now();
            match self.step(&mut failed).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(fault) => {
                    tracing::warn!(%fault, "jobs could not be claimed");
                    tokio::time::sleep(BREATHER).await;
                }
            }
            let next = self.next_due(looked).await.unwrap_or(None);
            let look = self.clock.now().plus(LOOK_AGAIN);
            let wake = next.map_or(look, |due| due.min(look));
            tokio::select! {
                () = self.clock.sleep_until(wake) => {}
                () = tokio::time::sleep(LOOK_AGAIN) => {}
                () = heard_of_jobs(&mut signals) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Does one job; false when none is due. One that failed while storage was away stays in
    /// `failed` until that can be recorded, or it would wait for its lease.
    async fn step(&self, failed: &mut Option<(Claimed, Fault)>) -> Result<bool, Fault> {
        if failed.is_none() {
            let Some(job) = self.next().await? else { return Ok(false) };
            let begun = Instant::now();
            let done = match self.handlers.get(job.kind.as_str()) {
                Some(handler) => handler.run(&job).await,
                None => Err(Fault::internal(format!("no handler for jobs of kind {}", job.kind))),
            };
            self.took(begun.elapsed());
            if let Err(fault) = done {
                tracing::warn!(job = job.id, kind = job.kind, attempt = job.attempts, %fault, "a job failed");
                *failed = Some((job, fault));
            }
        }
        if let Some((job, fault)) = failed {
            self.put_off(job, &fault.to_string()).await?;
            *failed = None;
        }
        self.idle.send_modify(|n| *n += 1);
        Ok(true)
    }

    fn at_hand(&self) -> MutexGuard<'_, VecDeque<Claimed>> {
        self.at_hand.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job: one that was claimed already, else of those that are due.
    async fn next(&self) -> Result<Option<Claimed>, Fault> {
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

    /// What was claimed and not begun is anybody's again.
    async fn put_back(&self) -> Result<(), Fault> {
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

    /// Notes how long a job took; the last eight or so count.
    fn took(&self, span: Duration) {
        let took = u64::try_from(span.as_micros()).unwrap_or(u64::MAX);
        let pace = self.pace.load(Ordering::Relaxed);
        let pace = if pace == u64::MAX { took } else { pace - pace / 8 + took / 8 };
        self.pace.store(pace, Ordering::Relaxed);
    }

    /// So many jobs are claimed at once.
    fn handful(&self) -> i64 {
        let span = AT_HAND.as_micros() * WORKERS as u128;
        let done = span / u128::from(self.pace.load(Ordering::Relaxed).max(1));
        i64::try_from(done).unwrap_or(MOST_AT_HAND).clamp(1, MOST_AT_HAND)
    }

    async fn claim(&self) -> Result<Vec<Claimed>, Fault> {
        let now = self.clock.now();
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
        let mut tx = self.db.platform().await?;
        let mut jobs: Vec<Claimed> = tx
            .query(dialect(
                "UPDATE job SET attempts = attempts + 1, run_at_ms = $2, worker = $3
                 WHERE (company_id, id) IN (
                     SELECT company_id, id FROM job
                     WHERE NOT dead AND NOT waiting AND run_at_ms <= $1 AND NOT EXISTS (
                         SELECT 1 FROM job AS ahead WHERE ahead.company_id = job.company_id
                         AND ahead.lane = job.lane AND ahead.id < job.id AND NOT ahead.dead)
                     ORDER BY run_at_ms, id LIMIT $4)
                 RETURNING company_id, id, kind, payload, attempts, run_at_ms",
                "WITH due AS MATERIALIZED (
                     SELECT company_id, id FROM job
                     WHERE NOT dead AND NOT waiting AND run_at_ms <= $1 AND NOT EXISTS (
                         SELECT 1 FROM job AS ahead WHERE ahead.company_id = job.company_id
                         AND ahead.lane = job.lane AND ahead.id < job.id AND NOT ahead.dead)
                     ORDER BY run_at_ms, id LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED)
                 UPDATE job SET attempts = attempts + 1, run_at_ms = $2, worker = $3 FROM due
                 WHERE job.company_id = due.company_id AND job.id = due.id
                 RETURNING job.company_id, job.id, kind, payload, attempts, run_at_ms",
            ))
            .bind(now)
            .bind(now.plus(LEASE))
            .bind(self.db.presence.number())
            .bind(self.handful())
            .all()
            .await?;
        tx.commit().await?;
        jobs.sort_unstable_by(|a, b| a.id.cmp(&b.id));
        Ok(jobs)
    }

    async fn put_off(&self, job: &Claimed, why: &str) -> Result<(), Fault> {
        let exponent = u32::try_from(job.attempts.clamp(0, 10)).unwrap_or(0);
        let wait = Duration::from_millis(250 * 2_u64.pow(exponent) + self.ids.below(250));
        let mut tx = self.db.platform().await?;
        tx.query(
            "UPDATE job SET run_at_ms = $4, last_error = $5, dead = $6, worker = 0
             WHERE company_id = $1 AND id = $2 AND attempts = $3",
        )
        .bind(job.company_id.as_str())
        .bind(job.id.as_str())
        .bind(job.attempts)
        .bind(self.clock.now().plus(wait))
        .bind(why)
        .bind(job.attempts >= MOST_ATTEMPTS)
        .run()
        .await?;
        tx.commit().await
    }

    async fn next_due(&self, after: Timestamp) -> Result<Option<Timestamp>, Fault> {
        let mut tx = self.db.platform_read().await?;
        let due: Option<(Timestamp,)> = tx
            .query(
                "SELECT run_at_ms FROM job WHERE NOT dead AND NOT waiting AND run_at_ms > $1
                 ORDER BY run_at_ms LIMIT 1",
            )
            .bind(after)
            .optional()
            .await?;
        Ok(due.map(|(at,)| at))
    }

    /// Waits until every job that is due now is done. For tests.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn settled(&self) -> Result<(), Fault> {
        let mut idle = self.idle.subscribe();
        loop {
            let now = self.clock.now();
            let mut tx = self.db.platform_read().await?;
            // A job that is being done has begun, and a lease that is not over.
            let left: (i64,) = tx
                .query("SELECT count(*) FROM job WHERE NOT dead AND (run_at_ms <= $1 OR (attempts > 0 AND run_at_ms <= $2))")
                .bind(now)
                .bind(now.plus(LEASE))
                .one()
                .await?;
            drop(tx);
            if left.0 == 0 {
                return Ok(());
            }
            let _ = tokio::time::timeout(Duration::from_millis(100), idle.changed()).await;
        }
    }
}

async fn heard_of_jobs(signals: &mut crate::signal::Signals) {
    while let Some(signal) = signals.next().await {
        if matches!(signal, Signal::Jobs | Signal::Everything) {
            return;
        }
    }
    std::future::pending().await
}
