//! A job that does not end when its server is stopped.
use std::{collections::HashMap, sync::Arc, time::Duration};

use async_trait::async_trait;
use platform::{
    Clock, Db, Fault, Ids, Timestamp,
    clock::TurnedClock,
    jobs::{self, Claimed, Handler, Job, JobKind, Runner},
};
use serde_json::json;
use tokio::{
    sync::{Notify, watch},
    task::JoinHandle,
};

use crate::support::*;

/// A job that never ends.
struct HangingJob(Notify);

/// A job that ends at once.
struct FinishingJob(Db, Notify);

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
    let clock = TurnedClock::at(Timestamp(1_772_463_600_000));
    let mut tx = one.platform().await.unwrap();
    let job = Job {
        company: "company-harborline".into(),
        kind: JobKind::DeleteFiles,
        payload: json!({}),
        key: "probe".to_owned(),
        queue_key: "probe".to_owned(),
        run_at: clock.now(),
    };
    jobs::enqueue(&mut tx, &Ids::from_entropy(), clock.now(), job).await.unwrap();
    tx.commit().await.unwrap();

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
