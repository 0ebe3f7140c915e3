//! Claims and runs jobs. Several servers may do so on one database.
mod claiming;

use std::{
    collections::VecDeque,
    panic::AssertUnwindSafe,
    pin::{Pin, pin},
    sync::{Arc, Mutex, atomic::AtomicU64},
    time::{Duration, Instant},
};

use futures::FutureExt;
use tokio::sync::watch;

use super::{
    Claimed, Handlers, Schedule,
    retries::{self, MAX_ATTEMPTS},
    schedule,
};
use crate::{
    Clock, Db, ErrorReason, Fault, Ids, Timestamp, instance_liveness,
    signal::{Signal, Signals},
};

/// Lease of a claimed job. Afterwards another worker may claim it.
const LEASE: Duration = Duration::from_secs(60);
/// Number of jobs that run at once.
pub const WORKERS: usize = 7;
/// Delay after a storage error.
const STORAGE_RETRY_DELAY: Duration = Duration::from_secs(1);
/// Interval of the check whether other servers with claimed jobs are alive.
const LIVENESS_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum time between two searches for due jobs, in case a signal is lost.
const POLL_INTERVAL: Duration = Duration::from_secs(20);

/// Claims and runs jobs.
pub struct Runner {
    db: Db,
    clock: Arc<dyn Clock>,
    ids: Arc<Ids>,
    handlers: Handlers,
    schedules: Vec<Schedule>,
    idle: watch::Sender<u64>,
    /// Claimed jobs that wait for a worker.
    at_hand: Mutex<VecDeque<Claimed>>,
    claiming: tokio::sync::Mutex<()>,
    /// Moving average of the duration of a job, in microseconds.
    pace: AtomicU64,
}

impl Runner {
    /// Creates a runner for these handlers and recurring schedules.
    #[must_use]
    pub fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        ids: Arc<Ids>,
        handlers: Handlers,
        schedules: Vec<Schedule>,
    ) -> Arc<Self> {
        Arc::new(Self {
            db,
            clock,
            ids,
            handlers,
            schedules,
            idle: watch::Sender::new(0),
            at_hand: Mutex::default(),
            claiming: tokio::sync::Mutex::default(),
            pace: AtomicU64::new(u64::MAX),
        })
    }

    /// Works until `stop` turns true, and then finishes what was begun. What is not finished when
    /// `grace` is over is given back at once, for another server to do.
    pub async fn work(self: Arc<Self>, stop: watch::Receiver<bool>, grace: Duration) {
        // What an earlier life of the only server had in hand, before anything is claimed.
        let mut looked = false;
        while self.db.liveness.is_single() && !looked && !*stop.borrow() {
            looked = self.inherit().await;
        }
        let heir = tokio::spawn(self.clone().watch_other_servers(stop.clone()));
        let keeper = tokio::spawn(self.clone().keep_schedules(stop.clone()));
        let workers = (0..WORKERS).map(|_| tokio::spawn(self.clone().worker(stop.clone(), grace)));
        futures::future::join_all(workers.chain([heir, keeper])).await;
        if let Err(fault) = self.release_unstarted().await {
            tracing::warn!(%fault, "claimed jobs could not be put back");
        }
    }

    /// Asks again and again whether others are gone, where there are others.
    async fn watch_other_servers(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        while !self.db.liveness.is_single() && !*stop.borrow() {
            self.inherit().await;
            tokio::select! {
                () = tokio::time::sleep(LIVENESS_INTERVAL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Writes the job of each schedule when its slot is due.
    async fn keep_schedules(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let next = match self.keep_slots().await {
                Ok(next) => next,
                Err(fault) => {
                    tracing::warn!(%fault, "schedules could not be kept");
                    tokio::time::sleep(STORAGE_RETRY_DELAY).await;
                    continue;
                }
            };
            tokio::select! {
                () = self.clock.sleep_until(next.unwrap_or(Timestamp(i64::MAX))) => {}
                _ = stop.changed() => {}
            }
        }
    }

    async fn keep_slots(&self) -> Result<Option<Timestamp>, Fault> {
        schedule::keep(&self.db, &self.ids, &self.schedules, self.clock.now()).await
    }

    /// Gives back what servers had in hand that are gone; false when that cannot be seen now.
    async fn inherit(&self) -> bool {
        let given = async {
            let mut tx = self.db.platform().await?;
            let now = self.clock.now();
            let given =
                instance_liveness::release_jobs_of_the_dead(&mut tx, &self.db.liveness, now, MAX_ATTEMPTS)
                    .await?;
            tx.commit().await?;
            Ok::<_, Fault>(given)
        };
        match given.await {
            Ok(0) => return true,
            Ok(jobs) => tracing::info!(jobs, "the jobs of a server that is gone are done again"),
            Err(fault) => {
                tracing::warn!(%fault, "it cannot be seen which servers are gone");
                tokio::time::sleep(STORAGE_RETRY_DELAY).await;
                return false;
            }
        }
        true
    }

    async fn worker(self: Arc<Self>, mut stop: watch::Receiver<bool>, grace: Duration) {
        let mut signals = self.db.signals();
        let mut stopped = stop.clone();
        let mut late = pin!(async move {
            let _ = stopped.wait_for(|stop| *stop).await;
            tokio::time::sleep(grace).await;
        });
        let mut failed = None;
        while !*stop.borrow() {
            // What becomes due while it looks is not missed.
            let looked = self.clock.now();
            match self.step(&mut failed, late.as_mut()).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(fault) => {
                    tracing::warn!(%fault, "jobs could not be claimed");
                    tokio::time::sleep(STORAGE_RETRY_DELAY).await;
                }
            }
            let next = self.next_due(looked).await.unwrap_or(None);
            let look = self.clock.now().plus(POLL_INTERVAL);
            let wake = next.map_or(look, |due| due.min(look));
            tokio::select! {
                () = self.clock.sleep_until(wake) => {}
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                () = wait_for_jobs_signal(&mut signals) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Does one job; false when none is due. One that failed while storage was away stays in
    /// `failed` until that can be recorded, or it would wait for its lease. One that is not done
    /// when it is `late` is given back.
    async fn step(
        &self,
        failed: &mut Option<(Claimed, Fault)>,
        late: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<bool, Fault> {
        if failed.is_none() {
            let Some(job) = self.next().await? else { return Ok(false) };
            let begun = Instant::now();
            let done = tokio::select! {
                biased;
                done = self.attempt(&job) => done,
                () = late => {
                    self.counted(&job, "given_back");
                    return self.give_back(&job).await.map(|()| true);
                }
            };
            self.took(begun.elapsed());
            let outcome = match &done {
                Ok(()) => "done",
                Err(_) if job.is_last() => "dead",
                Err(_) => "failed",
            };
            self.counted(&job, outcome);
            *failed = done.err().map(|fault| (job, fault));
        }
        if let Some((job, fault)) = failed {
            self.put_off(job, fault).await?;
            *failed = None;
        }
        self.idle.send_modify(|n| *n += 1);
        Ok(true)
    }

    /// A kind that is no handler's is not named: a label has few values.
    fn counted(&self, job: &Claimed, outcome: &'static str) {
        let kind = self.handlers.get_key_value(job.kind.as_str()).map_or("other", |(kind, _)| *kind);
        self.db.metrics.job(kind, outcome);
    }

    async fn attempt(&self, job: &Claimed) -> Result<(), Fault> {
        match self.handlers.get(job.kind.as_str()) {
            // The server stopped during each of its attempts.
            _ if job.attempts > MAX_ATTEMPTS => {
                Err(Fault::aborted(ErrorReason::Interrupted, "The server stopped during every attempt."))
            }
            // A panic in a job does not end the worker.
            Some(handler) => AssertUnwindSafe(handler.run(job))
                .catch_unwind()
                .await
                .unwrap_or_else(|_| Err(Fault::internal("a job panicked"))),
            None => Err(Fault::precondition(
                ErrorReason::NoHandler,
                "This server does not know this kind of job.",
            )),
        }
    }

    /// Has a job tried again later, or lets it rest after its last attempt. What it ran into is
    /// for the log; the job keeps the reason alone, which holds nothing of anybody's.
    async fn put_off(&self, job: &Claimed, fault: &Fault) -> Result<(), Fault> {
        let (now, dead) = (self.clock.now(), job.is_last());
        if dead {
            tracing::error!(job = job.id, kind = job.kind, attempt = job.attempts, %fault, "a job was given up");
            if let Some(handler) = self.handlers.get(job.kind.as_str()) {
                handler.exhausted(job).await?;
            }
        } else {
            tracing::warn!(job = job.id, kind = job.kind, attempt = job.attempts, %fault, "a job failed");
        }
        let mut tx = self.db.platform().await?;
        tx.query(
            "UPDATE job SET run_at_ms = $4, last_error = $5, dead = $6, died_ms = $7, worker = 0
             WHERE company_id = $1 AND id = $2 AND attempts = $3",
        )
        .bind(job.company_id.as_str())
        .bind(job.id.as_str())
        .bind(job.attempts)
        .bind(now.plus(retries::delay_after(job.attempts, &self.ids)))
        .bind(fault.reason().wire_name())
        .bind(dead)
        .bind(if dead { now } else { Timestamp(0) })
        .run()
        .await?;
        tx.commit().await
    }

    /// Ends the lease of a job that this server has no time for any more: the next server that
    /// hears of it begins it anew.
    async fn give_back(&self, job: &Claimed) -> Result<(), Fault> {
        tracing::info!(job = job.id, kind = job.kind, "a job is left to another server");
        let mut tx = self.db.platform().await?;
        tx.query(
            "UPDATE job SET run_at_ms = $4, worker = 0 WHERE company_id = $1 AND id = $2 AND attempts = $3",
        )
        .bind(job.company_id.as_str())
        .bind(job.id.as_str())
        .bind(job.attempts)
        .bind(self.clock.now())
        .run()
        .await?;
        tx.signal(Signal::Jobs);
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

    /// Of each kind of jobs: its name, how many are due and not begun, and how many were given up.
    pub async fn backlog(&self) -> Result<Vec<(&'static str, i64, i64)>, Fault> {
        let mut tx = self.db.platform_read().await?;
        let rows: Vec<(String, i64, i64)> = tx
            .query(
                "SELECT kind, CAST(SUM(CASE WHEN dead THEN 0 ELSE 1 END) AS BIGINT),
                     CAST(SUM(CASE WHEN dead THEN 1 ELSE 0 END) AS BIGINT)
                 FROM job WHERE dead OR run_at_ms <= $1 GROUP BY kind",
            )
            .bind(self.clock.now())
            .all()
            .await?;
        let mut backlog: Vec<_> =
            self.handlers.keys().map(|kind| (*kind, 0, 0)).chain([("other", 0, 0)]).collect();
        let other = backlog.len() - 1;
        for (kind, due, dead) in rows {
            let at = backlog.iter().position(|(known, ..)| *known == kind).unwrap_or(other);
            backlog[at].1 += due;
            backlog[at].2 += dead;
        }
        Ok(backlog)
    }

    /// Waits until every job that is due now is done. For tests.
    pub async fn settled(&self) -> Result<(), Fault> {
        let mut idle = self.idle.subscribe();
        // What recurs is due as well, whether its slot was seen yet or not.
        self.keep_slots().await?;
        loop {
            let now = self.clock.now();
            let mut tx = self.db.platform_read().await?;
            // A job that is being done has begun, and a lease that is not over. One that waits for its turn is due
            // after the first of its lane.
            let left: (i64,) = tx
                .query(
                    "SELECT count(*) FROM job WHERE NOT dead AND NOT waiting
                     AND (run_at_ms <= $1 OR (attempts > 0 AND run_at_ms <= $2))",
                )
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

async fn wait_for_jobs_signal(signals: &mut Signals) {
    while let Some(signal) = signals.next().await {
        if matches!(signal, Signal::Jobs | Signal::Everything) {
            return;
        }
    }
    std::future::pending().await
}
