//! Jobs that are claimed together and wait for a worker start with a whole lease.
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use platform::{
    Clock, Db, Fault, Ids, Timestamp,
    clock::TurnedClock,
    jobs::{self, Claimed, Handler, Job, JobKind, WORKERS},
};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::{operations::job_handover::start_worker, support::*};

const NOW: Timestamp = Timestamp(1_772_463_600_000);
/// The lease of a job, by the clock of the server that claims it.
const LEASE: Duration = Duration::from_secs(60);
/// Number of short jobs after which a server claims many jobs at once.
const SHORT_JOBS: usize = 40;
/// Three jobs for each worker.
const LONG_JOBS: usize = 3 * WORKERS;
const REMAINING_LONG_JOBS: &str = "SELECT count(*) FROM job WHERE key LIKE 'long%'";
const CLAIMED_LONG_JOBS: &str = "SELECT count(*) FROM job WHERE key LIKE 'long%' AND worker <> 0";

/// Short jobs, and long ones that run until the test releases them.
struct RecordedJob {
    db: Db,
    clock: TurnedClock,
    /// Number of short jobs that have run.
    short_runs: AtomicUsize,
    /// The number of the attempt of each run of a long job, and what was left of the lease at its start.
    long_runs: Mutex<Vec<(i64, Duration)>>,
    release: watch::Receiver<bool>,
}

#[async_trait]
impl Handler for RecordedJob {
    fn purpose(&self) -> &'static str {
        "Be recorded"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        if job.payload["is_short"] == true {
            self.short_runs.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        }
        let mut tx = self.db.platform_read().await?;
        let query = tx.query("SELECT run_at_ms FROM job WHERE id = $1").bind(job.id.as_str());
        let (lease_end,): (Timestamp,) = query.one().await?;
        drop(tx);
        lock(&self.long_runs).push((job.attempts, lease_end.since(self.clock.now())));
        self.release.clone().wait_for(|is_released| *is_released).await.unwrap();
        let mut tx = self.db.platform().await?;
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

/// Enqueues jobs that are due, in one transaction.
async fn enqueue(db: &Db, word: &str, count: usize, payload: Value) {
    let ids = Ids::from_entropy();
    let mut tx = db.platform().await.unwrap();
    for nth in 0..count {
        let job = Job {
            company: "company-harborline".into(),
            kind: JobKind::DeleteFiles,
            payload: payload.clone(),
            key: format!("{word} {nth}"),
            queue_key: format!("{word} {nth}"),
            run_at: NOW,
        };
        jobs::enqueue(&mut tx, &ids, NOW, job).await.unwrap();
    }
    tx.commit().await.unwrap();
}

async fn count(db: &Db, sql: &'static str) -> usize {
    let mut tx = db.platform_read().await.unwrap();
    let (count,): (i64,) = tx.query(sql).one().await.unwrap();
    usize::try_from(count).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_waited_for_a_worker_starts_with_a_new_lease_in_its_first_attempt() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::postgres(&owner_url(&demo_database(Engine::Postgres, folder.path()).await)).await.unwrap();
    let (clock, release) = (TurnedClock::at(NOW), watch::Sender::new(false));
    let recorded = Arc::new(RecordedJob {
        db: db.clone(),
        clock: clock.clone(),
        short_runs: AtomicUsize::new(0),
        long_runs: Mutex::default(),
        release: release.subscribe(),
    });
    let (stop, working) = start_worker(&db, &clock, recorded.clone());
    enqueue(&db, "short", SHORT_JOBS, json!({ "is_short": true })).await;
    until("the short jobs have run", async || recorded.short_runs.load(Ordering::Relaxed) == SHORT_JOBS)
        .await;
    enqueue(&db, "long", LONG_JOBS, json!({})).await;
    until("all workers are busy", async || lock(&recorded.long_runs).len() == WORKERS).await;
    assert!(count(&db, CLAIMED_LONG_JOBS).await > WORKERS, "some of them wait for a worker");

    clock.advance(Duration::from_secs(6));
    release.send(true).unwrap();
    until("all long jobs are done", async || count(&db, REMAINING_LONG_JOBS).await == 0).await;
    assert_eq!(*lock(&recorded.long_runs), [(1, LEASE); LONG_JOBS]);
    stop.send(true).unwrap();
    within("the server stops", working).await.unwrap();
}
