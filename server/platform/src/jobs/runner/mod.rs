//! Claims and runs jobs. Several servers may do so on one database.
mod backlog;
mod claiming;
mod clock_steps;
mod detached;
mod leases;

use std::{
    collections::VecDeque,
    panic::AssertUnwindSafe,
    pin::{Pin, pin},
    sync::{Arc, Mutex, atomic::AtomicU64},
    time::{Duration, Instant},
};

use futures::FutureExt;
use tokio::{
    sync::{Notify, watch},
    task::JoinSet,
};

use clock_steps::ClockState;
use leases::Leases;

use super::{
    Claimed, Handlers, JobKind, Schedule, handler_of,
    retries::{self, MAX_ATTEMPTS},
    schedule, still_claimed,
};
use crate::{
    Clock, Db, ErrorReason, Fault, Ids, Timestamp,
    db::in_job,
    instance_liveness,
    signal::{Signal, Signals},
};

/// Label in the metrics of kinds without a handler.
const OTHER_KIND: &str = "OTHER";
/// Lease of a claimed job. Afterwards it is released, so that another worker may claim it.
const LEASE: Duration = Duration::from_secs(60);
/// Number of jobs that run at once, without detached ones.
pub const WORKERS: usize = 7;
/// Delay after a storage error.
const STORAGE_RETRY_DELAY: Duration = Duration::from_secs(1);
/// Maximum time between two searches for due jobs or slots, in case a signal is lost.
const POLL_INTERVAL: Duration = Duration::from_secs(20);

/// Claims and runs jobs.
pub struct Runner {
    db: Db,
    clock: Arc<dyn Clock>,
    ids: Arc<Ids>,
    handlers: Handlers,
    schedules: Vec<Schedule>,
    idle: watch::Sender<u64>,
    /// The leases of the jobs that all servers have claimed.
    leases: Leases,
    /// What the clock showed when it was last checked for steps.
    last_clock_state: tokio::sync::Mutex<Option<ClockState>>,
    /// Claimed jobs that have not started.
    unstarted: Mutex<VecDeque<Claimed>>,
    /// Detached jobs that are running.
    detached: Mutex<JoinSet<()>>,
    /// Makes a worker find out when a detached job that has ended is due again.
    detached_ended: Notify,
    /// Held while jobs are claimed, so that one worker claims at a time.
    claim_lock: tokio::sync::Mutex<()>,
    /// Moving average of the duration of a job, in microseconds; `u64::MAX` before the first job.
    mean_micros: AtomicU64,
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
            leases: Leases::default(),
            last_clock_state: tokio::sync::Mutex::default(),
            unstarted: Mutex::default(),
            detached: Mutex::default(),
            detached_ended: Notify::new(),
            claim_lock: tokio::sync::Mutex::default(),
            mean_micros: AtomicU64::new(u64::MAX),
        })
    }

    /// Stores new schedules, so that their first slots are the first ones after the server's start.
    pub async fn register_schedules(&self) -> Result<(), Fault> {
        schedule::register(&self.db, &self.schedules, self.clock.now()).await
    }

    /// Runs jobs until `stop` is true, then lets running jobs finish. A job that still runs after
    /// `grace` is released, so that another server can claim it at once.
    pub async fn work(self: Arc<Self>, stop: watch::Receiver<bool>, grace: Duration) {
        // A single server releases the jobs of its earlier process before it claims any.
        let mut is_released = false;
        while self.db.liveness.is_single() && !is_released && !*stop.borrow() {
            is_released = self.release_jobs_of_dead_servers().await;
        }
        let watcher = tokio::spawn(self.clone().watch_claims(stop.clone()));
        let scheduler = tokio::spawn(self.clone().run_schedules(stop.clone()));
        let workers = (0..WORKERS).map(|_| tokio::spawn(self.clone().worker(stop.clone(), grace)));
        futures::future::join_all(workers.chain([watcher, scheduler])).await;
        self.join_detached().await;
        if let Err(fault) = self.release_unstarted().await {
            tracing::warn!(%fault, "could not release claimed jobs");
        }
    }

    /// Enqueues the job of each schedule when its slot is due.
    async fn run_schedules(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let next = match self.enqueue_due_slots().await {
                Ok(next) => next,
                Err(fault) => {
                    tracing::warn!(%fault, "could not enqueue recurring jobs");
                    tokio::time::sleep(STORAGE_RETRY_DELAY).await;
                    continue;
                }
            };
            tokio::select! {
                () = self.clock.sleep_until(next.unwrap_or(Timestamp(i64::MAX))) => {}
                // In case the clock is set back.
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    async fn enqueue_due_slots(&self) -> Result<Option<Timestamp>, Fault> {
        schedule::enqueue_due(&self.db, &self.ids, &self.schedules, self.clock.now()).await
    }

    /// Releases the jobs that dead servers had claimed. Returns false after a storage error.
    async fn release_jobs_of_dead_servers(&self) -> bool {
        let release = async {
            let mut tx = self.db.platform().await?;
            let now = self.clock.now();
            let jobs =
                instance_liveness::release_jobs_of_the_dead(&mut tx, &self.db.liveness, now, MAX_ATTEMPTS)
                    .await?;
            tx.commit().await?;
            Ok::<_, Fault>(jobs)
        };
        match release.await {
            Ok(0) => return true,
            Ok(jobs) => tracing::info!(jobs, "released the jobs of a dead server"),
            Err(fault) => {
                tracing::warn!(%fault, "could not check for dead servers");
                tokio::time::sleep(STORAGE_RETRY_DELAY).await;
                return false;
            }
        }
        true
    }

    async fn worker(self: Arc<Self>, mut stop: watch::Receiver<bool>, grace: Duration) {
        let mut signals = self.db.signals();
        let mut deadline = pin!(deadline(stop.clone(), grace));
        let mut failed = None;
        while !*stop.borrow() {
            // Taken before the search, so that a job that becomes due during the search is not missed.
            let searched_at = self.clock.now();
            match self.step(&mut failed, &stop, grace, deadline.as_mut()).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(fault) => {
                    tracing::warn!(%fault, "could not claim jobs or record a failed job");
                    tokio::time::sleep(STORAGE_RETRY_DELAY).await;
                }
            }
            let next = self.next_due(searched_at).await.unwrap_or(None);
            let poll = self.clock.now().plus(POLL_INTERVAL);
            let wake = next.map_or(poll, |due| due.min(poll));
            tokio::select! {
                () = self.clock.sleep_until(wake) => {}
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                () = wait_for_jobs_signal(&mut signals) => {}
                () = self.detached_ended.notified() => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Runs one job. Returns false if none is due. A failed job stays in `failed` until the failure
    /// is recorded; without that, it could not be retried before its lease expires. A job that still
    /// runs at the `deadline` is released.
    async fn step(
        self: &Arc<Self>,
        failed: &mut Option<(Claimed, Fault)>,
        stop: &watch::Receiver<bool>,
        grace: Duration,
        deadline: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<bool, Fault> {
        if failed.is_none() {
            let Some(job) = self.next().await? else { return Ok(false) };
            if handler_of(&self.handlers, &job.kind).is_some_and(|handler| handler.is_detached(&job)) {
                self.detach(job, stop.clone(), grace);
                return Ok(true);
            }
            let start = Instant::now();
            *failed = self.run(job, deadline).await?;
            self.record_duration(start.elapsed());
        }
        self.end(failed).await?;
        Ok(true)
    }

    /// Runs a job. Returns it with its fault if it failed. At the `deadline` it is released.
    async fn run(
        &self,
        job: Claimed,
        deadline: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<Option<(Claimed, Fault)>, Fault> {
        let result = tokio::select! {
            biased;
            result = self.attempt(&job) => result,
            () = deadline => {
                self.count(&job, "given_back");
                return self.release(&job).await.map(|()| None);
            }
        };
        let outcome = match &result {
            Ok(()) => "done",
            Err(_) if job.is_last() => "dead",
            Err(_) => "failed",
        };
        self.count(&job, outcome);
        Ok(result.err().map(|fault| (job, fault)))
    }

    /// Records that a job ended: the failure if it failed.
    async fn end(&self, failed: &mut Option<(Claimed, Fault)>) -> Result<(), Fault> {
        if let Some((job, fault)) = failed {
            self.record_failure(job, fault).await?;
            *failed = None;
        }
        self.idle.send_modify(|n| *n += 1);
        Ok(())
    }

    /// Counts an attempt in the metrics. A kind without a handler is counted as [`OTHER_KIND`], to limit
    /// the number of label values.
    fn count(&self, job: &Claimed, outcome: &'static str) {
        let kind = JobKind::from_wire_name(&job.kind).filter(|kind| self.handlers.contains_key(kind));
        let kind = kind.map_or(OTHER_KIND, JobKind::wire_name);
        self.db.metrics.job(kind, outcome);
    }

    async fn attempt(&self, job: &Claimed) -> Result<(), Fault> {
        match handler_of(&self.handlers, &job.kind) {
            // The last attempt neither finished nor failed.
            _ if job.attempts > MAX_ATTEMPTS => {
                Err(Fault::aborted(ErrorReason::Interrupted, "The server stopped during every attempt."))
            }
            // A panic in a job does not end the worker.
            Some(handler) => AssertUnwindSafe(in_job(handler.run(job)))
                .catch_unwind()
                .await
                .unwrap_or_else(|_| Err(Fault::internal("a job panicked"))),
            None => Err(Fault::precondition(
                ErrorReason::NoHandler,
                "This server does not know this kind of job.",
            )),
        }
    }

    /// Schedules a retry of a failed job, or marks it dead after its last attempt. The full error
    /// goes to the log. The row stores only the error reason, which contains no personal data.
    async fn record_failure(&self, job: &Claimed, fault: &Fault) -> Result<(), Fault> {
        let (now, dead) = (self.clock.now(), job.is_last());
        if dead {
            tracing::error!(job = job.id, kind = job.kind, attempt = job.attempts, %fault, "a job failed for good");
            if let Some(handler) = handler_of(&self.handlers, &job.kind) {
                handler.exhausted(job).await?;
            }
        } else {
            tracing::warn!(job = job.id, kind = job.kind, attempt = job.attempts, %fault, "a job failed");
        }
        let mut tx = self.db.platform().await?;
        tx.query(concat!(
            "UPDATE job SET run_at_ms = $5, last_error = $6, dead = $7, died_ms = $8, worker = 0 WHERE ",
            still_claimed!()
        ))
        .bind(job.company_id.as_str())
        .bind(job.id.as_str())
        .bind(job.attempts)
        .bind(job.run_at_ms)
        .bind(now.plus(retries::delay_after(job.attempts, &self.ids)))
        .bind(fault.reason().wire_name())
        .bind(dead)
        .bind(if dead { now } else { Timestamp(0) })
        .run()
        .await?;
        tx.commit().await
    }

    /// Ends the lease of a job that did not finish before this server stops, and signals it, so that
    /// another server can claim it at once.
    async fn release(&self, job: &Claimed) -> Result<(), Fault> {
        tracing::info!(job = job.id, kind = job.kind, "released an unfinished job because the server stops");
        let mut tx = self.db.platform().await?;
        tx.query(concat!("UPDATE job SET run_at_ms = $5, worker = 0 WHERE ", still_claimed!()))
            .bind(job.company_id.as_str())
            .bind(job.id.as_str())
            .bind(job.attempts)
            .bind(job.run_at_ms)
            .bind(self.clock.now())
            .run()
            .await?;
        tx.signal(Signal::Jobs);
        tx.commit().await
    }

    /// Returns when the next job is due after a time.
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

    /// Waits until all due jobs are done. For tests.
    pub async fn settled(&self) -> Result<(), Fault> {
        let mut idle = self.idle.subscribe();
        // Includes recurring jobs whose slot is due but that are not enqueued yet.
        self.enqueue_due_slots().await?;
        loop {
            let now = self.clock.now();
            let mut tx = self.db.platform_read().await?;
            // A job with `waiting` set becomes due once the job ahead of it in its queue is gone.
            let left: (i64,) = tx
                .query(
                    "SELECT count(*) FROM job WHERE NOT dead AND NOT waiting AND (run_at_ms <= $1 OR worker <> 0)",
                )
                .bind(now)
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

/// Waits until jobs that still run are to be released: until `stop` is true, and then for `grace`.
async fn deadline(mut stop: watch::Receiver<bool>, grace: Duration) {
    let _ = stop.wait_for(|stop| *stop).await;
    tokio::time::sleep(grace).await;
}

async fn wait_for_jobs_signal(signals: &mut Signals) {
    while let Some(signal) = signals.next().await {
        if matches!(signal, Signal::Jobs | Signal::Everything) {
            return;
        }
    }
    std::future::pending().await
}
