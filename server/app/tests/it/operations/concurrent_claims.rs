//! Two servers on one PostgreSQL claim two jobs of the same queue at the same time: only one of them gets a
//! job of the queue.
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

use async_trait::async_trait;
use platform::{
    Clock, Db, Fault, Ids, Timestamp,
    clock::TurnedClock,
    jobs::{self, Claimed, Handler, Job, JobKind, WORKERS},
};
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, Executor};
use sqlx_postgres::PgConnection;
use tokio::sync::watch;

use crate::{operations::job_handover::start_worker, support::*};

const NOW: Timestamp = Timestamp(1_772_463_600_000);
/// Rows written at this time are sorted after rows written at [`NOW`].
const LATER: Timestamp = Timestamp(NOW.0 + 1_000);

/// Makes the server that claims the job "later" wait in the middle of it while the test holds the lock.
const STALL: &str = "CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(4712); RETURN NEW; END $$;
    CREATE TRIGGER stall # UPDATE OF worker ON job FOR EACH ROW WHEN (NEW.key = 'later' AND NEW.worker <> 0)
        EXECUTE FUNCTION stall();
    SELECT pg_advisory_lock(4712)";
const BLOCKED_CLAIMS: &str =
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 4712
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
const REMAINING_JOBS: &str = "SELECT count(*) FROM job WHERE kind = 'DELETE_FILES'";
/// Counts transactions that wait for another transaction.
const BLOCKED_TRANSACTIONS: &str = "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'transactionid' AND NOT granted AND datname = current_database()";

/// Jobs that run until the test releases them.
struct BlockingJob {
    db: Db,
    started: Arc<Mutex<BTreeSet<String>>>,
    release: watch::Receiver<bool>,
}

#[async_trait]
impl Handler for BlockingJob {
    fn purpose(&self) -> &'static str {
        "Hold"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let name = job.payload["name"].as_str().unwrap().to_owned();
        assert!(self.started.lock().unwrap().insert(name), "a job starts once");
        self.release.clone().wait_for(|release| *release).await.unwrap();
        let mut tx = self.db.platform().await?;
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

async fn enqueue(db: &Db, written: Timestamp, name: &str, queue_key: &str) {
    let job = Job {
        company: "company-harborline".into(),
        kind: JobKind::DeleteFiles,
        payload: json!({ "name": name }),
        key: name.to_owned(),
        queue_key: queue_key.to_owned(),
        run_at: NOW,
    };
    let mut tx = db.platform().await.unwrap();
    jobs::enqueue(&mut tx, &Ids::from_entropy(), written, job).await.unwrap();
    tx.commit().await.unwrap();
}

async fn number(connection: &mut PgConnection, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(connection).await.unwrap()
}

/// One server claims "later", and waits before or after its row is updated. The other server finds "earlier",
/// which is committed only then.
async fn claim_concurrently(stall: &str) {
    let folder = tempfile::tempdir().unwrap();
    let database = demo_database(Engine::Postgres, folder.path()).await;
    let mut connection = PgConnection::connect(&superuser_url(&database)).await.unwrap();
    connection.execute(AssertSqlSafe(STALL.replace('#', stall))).await.unwrap();
    let (clock, started, release) = (TurnedClock::at(NOW), Arc::default(), watch::Sender::new(false));
    let mut servers = Vec::new();
    for _ in 0..2 {
        let db = Db::postgres(&owner_url(&database)).await.unwrap();
        let blocking =
            BlockingJob { db: db.clone(), started: Arc::clone(&started), release: release.subscribe() };
        let (stop, working) = start_worker(&db, &clock, Arc::new(blocking));
        servers.push((db, stop, working));
    }
    let db = &servers[0].0;
    enqueue(db, LATER, "later", "one lane").await;
    until("one server claims", async || number(&mut connection, BLOCKED_CLAIMS).await == 1).await;
    enqueue(db, clock.now(), "earlier", "one lane").await;
    let has_started = |name: &str| started.lock().unwrap().contains(name);
    until("the other server has tried", async || {
        has_started("earlier") || number(&mut connection, BLOCKED_TRANSACTIONS).await > 0
    })
    .await;
    connection.execute("SELECT pg_advisory_unlock(4712)").await.unwrap();

    // All workers of both servers except the one that has one of the two jobs.
    for nth in 1..2 * WORKERS {
        enqueue(db, LATER, &format!("elsewhere {nth}"), &format!("lane {nth}")).await;
    }
    until("all workers are busy", async || started.lock().unwrap().len() == 2 * WORKERS).await;
    assert!(has_started("earlier") != has_started("later"), "one per queue key: {started:?}");
    release.send(true).unwrap();
    until("all jobs are done", async || number(&mut connection, REMAINING_JOBS).await == 0).await;
    for (_, stop, working) in servers {
        stop.send(true).unwrap();
        within("the server stops", working).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_servers_claims_a_job_before_the_first_claim_is_written() {
    claim_concurrently("BEFORE").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_servers_claims_a_job_before_the_first_claim_is_committed() {
    claim_concurrently("AFTER").await;
}
