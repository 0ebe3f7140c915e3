//! The jobs table compared with graphile-worker, alternating on the same PostgreSQL: jobs that do nothing,
//! with the same concurrency, from a full table. Parlor's jobs run as the server's role under its policies,
//! and end in a transaction with their effect, like all jobs.
#![allow(clippy::unwrap_used, dead_code, reason = "it may fail, and does not use all that benchmarks share")]
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use async_trait::async_trait;
use common::{line, median};
use database::Database;
use graphile::Graphile;
use platform::{
    Db, Fault, Ids, Scope,
    clock::SystemClock,
    ids::CompanyId,
    jobs::{Claimed, Handler, JobKind, Runner, WORKERS, finish},
};
use sqlx::Executor;
use tokio::sync::{Notify, watch};

mod common;
mod database;
#[path = "graphile/mod.rs"]
mod graphile;

const JOBS: i64 = 20_000;
const ROUNDS: usize = 3;

#[tokio::main]
async fn main() {
    let theirs = Graphile::install();
    let mut rounds = Vec::new();
    for round in 0..ROUNDS {
        let theirs = theirs.rate(&format!("theirs_{round}"), WORKERS, JOBS, &[]).await;
        let ours = ours(round, "'lane ' || n").await;
        println!("no-op jobs a second, {WORKERS} at once: {ours:.0}, graphile-worker {theirs:.0}");
        rounds.push(ours / theirs);
    }
    println!("with a single queue key: {:.0} jobs a second", ours(ROUNDS, "'lane'").await);
    line("no-op jobs a second / graphile-worker's", median(rounds), ">=", 1.0);
}

/// Returns the number of jobs per second of Parlor's runner. `queue_key` is the SQL expression for the queue
/// of each job.
async fn ours(round: usize, queue_key: &str) -> f64 {
    let Database { url, mut superuser, .. } = Database::make(&format!("ours_{round}")).await;
    app::MIGRATIONS.run_postgres(&url).await.unwrap();
    // Jobs behind another one of their queue wait, as they do when they are enqueued one by one.
    let fill = format!(
        "INSERT INTO job (company_id, id, kind, payload, key, queue_key, run_at_ms, attempts, dead, waiting)
         SELECT 'bench', lpad(n::TEXT, 26, '0'), 'DELETE_FILES', '{{}}', 'key ' || n, {queue_key}, 0, 0, FALSE,
                n > 1 AND {queue_key} = 'lane'
         FROM generate_series(1, {JOBS}) n"
    );
    superuser.execute(sqlx::AssertSqlSafe(fill)).await.unwrap();
    superuser.execute("ANALYZE").await.unwrap();
    let db = Db::postgres(&url).await.unwrap();
    let noop = Arc::new(Noop { db: db.clone(), left: AtomicI64::new(JOBS), moved: Notify::new() });
    let handlers = Arc::new(HashMap::from([(JobKind::DeleteFiles, noop.clone() as Arc<dyn Handler>)]));
    let runner =
        Runner::new(db.clone(), Arc::new(SystemClock), Arc::new(Ids::from_entropy()), handlers, Vec::new());
    let stop = watch::Sender::new(false);
    let working = tokio::spawn(runner.work(stop.subscribe(), Duration::ZERO));
    let warm = JOBS / 10;
    noop.until(JOBS - warm).await;
    let begun = Instant::now();
    noop.until(0).await;
    let took = begun.elapsed();
    stop.send(true).unwrap();
    working.await.unwrap();
    db.close().await;
    #[allow(clippy::cast_precision_loss, reason = "a rate")]
    let count = (JOBS - warm) as f64;
    count / took.as_secs_f64()
}

struct Noop {
    db: Db,
    left: AtomicI64,
    moved: Notify,
}

impl Noop {
    /// Waits until at most `left` jobs are left.
    async fn until(&self, left: i64) {
        while self.left.load(Ordering::Relaxed) > left {
            let _ = tokio::time::timeout(Duration::from_millis(5), self.moved.notified()).await;
        }
    }
}

#[async_trait]
impl Handler for Noop {
    fn purpose(&self) -> &'static str {
        "Do nothing"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let mut tx = self.db.write(&Scope::of_company(&CompanyId("bench".into()))).await?;
        finish(&mut tx, job).await?;
        tx.commit().await?;
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.moved.notify_waiters();
        }
        Ok(())
    }
}
