//! Jobs that another server, or a later run, takes over.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use platform::{
    Db, ErrorReason, Fault, Ids, Timestamp,
    clock::TurnedClock,
    jobs::{self, Claimed, Handler, Job, JobKind, Runner},
};
use serde_json::json;
use tokio::{
    sync::{Notify, watch},
    task::JoinHandle,
};

use crate::support::*;

const NOW: Timestamp = Timestamp(1_772_463_600_000);
/// How long a job waits for a permit.
const DELAY: Duration = Duration::from_secs(30);

/// A job that never ends.
struct HangingJob(Notify);

/// A job that ends at once.
struct FinishingJob(Db, Notify);

/// A job that is postponed by a second. In its next run, the worker of the first run tries to end it.
struct PostponedJob {
    db: Db,
    first_run: Mutex<Option<Claimed>>,
    refusals: Mutex<Vec<ErrorReason>>,
    finished: Notify,
}

/// A job that finds no permit in one of its runs, after failing in those before it.
struct BusyJob {
    db: Db,
    /// Number of runs that fail.
    failures: usize,
    /// The number of attempts in each run.
    attempts: Mutex<Vec<i64>>,
    finished: Notify,
}

impl BusyJob {
    fn new(db: &Db, failures: usize) -> Arc<Self> {
        Arc::new(Self { db: db.clone(), failures, attempts: Mutex::default(), finished: Notify::new() })
    }
}

#[async_trait]
impl Handler for HangingJob {
    fn purpose(&self) -> &'static str {
        "Hang"
    }

    async fn run(&self, _: &Claimed) -> Result<(), Fault> {
        self.0.notify_one();
        std::future::pending().await
    }
}

#[async_trait]
impl Handler for FinishingJob {
    fn purpose(&self) -> &'static str {
        "End"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let mut tx = self.0.platform().await?;
        jobs::finish(&mut tx, job).await?;
        tx.commit().await?;
        self.1.notify_one();
        Ok(())
    }
}

#[async_trait]
impl Handler for PostponedJob {
    fn purpose(&self) -> &'static str {
        "Be postponed"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let first_run = lock(&self.first_run).replace(job.clone());
        let mut tx = self.db.platform().await?;
        let Some(first_run) = first_run else {
            jobs::postpone(&mut tx, job, NOW.plus(Duration::from_secs(1))).await?;
            return tx.commit().await;
        };
        let ended = [jobs::finish(&mut tx, &first_run).await, jobs::postpone(&mut tx, &first_run, NOW).await];
        let refusals = ended.into_iter().filter_map(Result::err).map(|fault| fault.reason());
        lock(&self.refusals).extend(refusals);
        jobs::finish(&mut tx, job).await?;
        tx.commit().await?;
        self.finished.notify_one();
        Ok(())
    }
}

#[async_trait]
impl Handler for BusyJob {
    fn purpose(&self) -> &'static str {
        "Wait for a permit"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let runs = {
            let mut attempts = lock(&self.attempts);
            attempts.push(job.attempts);
            attempts.len()
        };
        if runs <= self.failures {
            return Err(Fault::unavailable("The software does not respond."));
        }
        let mut tx = self.db.platform().await?;
        if runs == self.failures + 1 {
            jobs::delay(&mut tx, job, NOW.plus(DELAY)).await?;
            return tx.commit().await;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await?;
        self.finished.notify_one();
        Ok(())
    }
}

/// Waits until the job was run this many times and is not claimed. Returns its number of attempts.
async fn wait_for_runs(busy: &BusyJob, runs: usize) -> i64 {
    until("the job was run", async || lock(&busy.attempts).len() == runs).await;
    let mut attempts = None;
    until("the job is released", async || {
        let mut tx = busy.db.platform_read().await.unwrap();
        let sql = "SELECT attempts FROM job WHERE key = 'probe' AND worker = 0";
        attempts = tx.query(sql).optional_value().await.unwrap();
        attempts.is_some()
    })
    .await;
    attempts.unwrap()
}

/// Enqueues a job that is due.
async fn enqueue(db: &Db) {
    let job = Job {
        company: "company-harborline".into(),
        kind: JobKind::DeleteFiles,
        payload: json!({}),
        key: "probe".to_owned(),
        queue_key: "probe".to_owned(),
        run_at: NOW,
    };
    let mut tx = db.platform().await.unwrap();
    jobs::enqueue(&mut tx, &Ids::from_entropy(), NOW, job).await.unwrap();
    tx.commit().await.unwrap();
}

/// Starts a server that only runs one kind of job, with a frozen clock.
pub fn start_worker(
    db: &Db,
    clock: &TurnedClock,
    handler: Arc<dyn Handler>,
) -> (watch::Sender<bool>, JoinHandle<()>) {
    let handlers = Arc::new(HashMap::from([(JobKind::DeleteFiles, handler)]));
    let runner =
        Runner::new(db.clone(), Arc::new(clock.clone()), Arc::new(Ids::from_entropy()), handlers, vec![]);
    let stop = watch::Sender::new(false);
    let working = tokio::spawn(runner.work(stop.subscribe(), Duration::ZERO));
    (stop, working)
}

/// The lease does not expire and the server is alive, so that only the server itself can release the job.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopping_server_releases_a_hanging_job_to_another_server() {
    let folder = tempfile::tempdir().unwrap();
    let url = owner_url(&demo_database(Engine::Postgres, folder.path()).await);
    let (one, other) = (Db::postgres(&url).await.unwrap(), Db::postgres(&url).await.unwrap());
    let clock = TurnedClock::at(NOW);
    enqueue(&one).await;

    let (hanging, finishing) =
        (Arc::new(HangingJob(Notify::new())), Arc::new(FinishingJob(other.clone(), Notify::new())));
    let (stop, working) = start_worker(&one, &clock, hanging.clone());
    within("the job has started", hanging.0.notified()).await;
    let (stop_other, working_other) = start_worker(&other, &clock, finishing.clone());
    stop.send(true).unwrap();
    within("the server stops", working).await.unwrap();
    within("the other server runs the job", finishing.1.notified()).await;
    stop_other.send(true).unwrap();
    within("the server stops", working_other).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_cannot_end_a_job_that_was_postponed_and_claimed_again() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::postgres(&owner_url(&demo_database(Engine::Postgres, folder.path()).await)).await.unwrap();
    let clock = TurnedClock::at(NOW);
    enqueue(&db).await;
    let postponed = Arc::new(PostponedJob {
        db: db.clone(),
        first_run: Mutex::default(),
        refusals: Mutex::default(),
        finished: Notify::new(),
    });
    let (stop, working) = start_worker(&db, &clock, postponed.clone());
    until("the job was postponed", async || lock(&postponed.first_run).is_some()).await;
    clock.advance(Duration::from_secs(1));
    within("the job ends", postponed.finished.notified()).await;
    assert_eq!(*lock(&postponed.refusals), [ErrorReason::LeaseLost; 2]);
    stop.send(true).unwrap();
    within("the server stops", working).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting_for_a_permit_keeps_the_number_of_failed_attempts() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::postgres(&owner_url(&demo_database(Engine::Postgres, folder.path()).await)).await.unwrap();
    let clock = TurnedClock::at(NOW);
    enqueue(&db).await;
    let busy = BusyJob::new(&db, 1);
    let (stop, working) = start_worker(&db, &clock, busy.clone());
    assert_eq!(wait_for_runs(&busy, 1).await, 1, "it failed");
    clock.advance(Duration::from_secs(1));
    assert_eq!(wait_for_runs(&busy, 2).await, 1, "it waits for a permit");
    clock.advance(DELAY);
    within("the job ends", busy.finished.notified()).await;
    assert_eq!(*lock(&busy.attempts), [1, 2, 2]);
    stop.send(true).unwrap();
    within("the server stops", working).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_waits_for_a_permit_at_its_first_attempt_can_be_canceled() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::postgres(&owner_url(&demo_database(Engine::Postgres, folder.path()).await)).await.unwrap();
    let clock = TurnedClock::at(NOW);
    enqueue(&db).await;
    let busy = BusyJob::new(&db, 0);
    let (stop, working) = start_worker(&db, &clock, busy.clone());
    assert_eq!(wait_for_runs(&busy, 1).await, 0);
    let mut tx = db.platform().await.unwrap();
    assert!(jobs::cancel(&mut tx, &"company-harborline".into(), "probe").await.unwrap());
    tx.commit().await.unwrap();
    stop.send(true).unwrap();
    within("the server stops", working).await.unwrap();
}
