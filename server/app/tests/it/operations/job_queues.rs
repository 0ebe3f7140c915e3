//! Job queues: only the first job of a queue may be claimed, and the next one follows regardless of the first
//! one's outcome.

use platform::{
    Clock, Ids, Timestamp, dialect,
    ids::CompanyId,
    jobs::{self, Job, JobKind},
    signal::Signal,
};

use crate::support::*;

/// A time far in the future, so that no server claims the job.
const LATER: Timestamp = Timestamp(4_000_000_000_000);

async fn enqueue(server: &TestServer, ids: &Ids, key: &str) {
    let job = Job {
        company: company(),
        kind: JobKind::AnswerText,
        payload: serde_json::json!({}),
        key: key.to_owned(),
        queue_key: "one after another".to_owned(),
        run_at: LATER,
    };
    let mut tx = server.db.platform().await.unwrap();
    jobs::enqueue(&mut tx, ids, LATER, job).await.unwrap();
    tx.commit().await.unwrap();
}

fn company() -> CompanyId {
    CompanyId("company-harborline".into())
}

/// Returns the jobs that wait behind another one.
async fn waiting(server: &TestServer) -> Vec<String> {
    let mut tx = server.db.platform_read().await.unwrap();
    let sql = "SELECT key FROM job WHERE queue_key = 'one after another' AND waiting ORDER BY id";
    let waiting: Vec<(String,)> = tx.query(sql).all().await.unwrap();
    waiting.into_iter().map(|(key,)| key).collect()
}

/// Returns the number of attempts of a job.
async fn attempts(server: &TestServer, key: &str) -> i64 {
    let mut tx = server.db.platform_read().await.unwrap();
    let (attempts,): (i64,) =
        tx.query("SELECT attempts FROM job WHERE key = $1").bind(key).one().await.unwrap();
    attempts
}

/// Waits until a job has been started.
async fn wait_for_start(server: &TestServer, key: &str) {
    until("the job starts", async || attempts(server, key).await > 0).await;
}

async fn cancel(server: &TestServer, key: &str) {
    let mut tx = server.db.platform().await.unwrap();
    assert!(jobs::cancel(&mut tx, &company(), key).await.unwrap());
    tx.commit().await.unwrap();
}

on_both! {
    async fn the_next_job_of_a_queue_runs_when_the_first_is_canceled_or_dead(server: TestServer) {
        let ids = Ids::from_seed(1);
        for key in ["first", "second", "third", "fourth"] {
            enqueue(&server, &ids, key).await;
        }
        assert_eq!(waiting(&server).await, ["second", "third", "fourth"]);
        cancel(&server, "first").await;
        assert_eq!(waiting(&server).await, ["third", "fourth"]);
        cancel(&server, "third").await;
        assert_eq!(waiting(&server).await, ["fourth"]);

        let mut tx = server.db.platform().await.unwrap();
        tx.query("UPDATE job SET dead = TRUE WHERE key = 'second'").run().await.unwrap();
        tx.commit().await.unwrap();
        assert!(waiting(&server).await.is_empty());
        enqueue(&server, &ids, "fifth").await;
        assert_eq!(waiting(&server).await, ["fifth"]);
    }

    async fn a_job_enqueued_while_the_first_is_canceled_is_not_stuck(server: TestServer) {
        let ids = Ids::from_seed(1);
        enqueue(&server, &ids, "first").await;
        // Both at the same time, repeatedly, so that they collide on PostgreSQL.
        for turn in 0..50 {
            let (ahead, next) = match turn { 0 => ("first".to_owned(), "1".to_owned()), n => (n.to_string(), (n + 1).to_string()) };
            tokio::join!(cancel(&server, &ahead), enqueue(&server, &ids, &next));
            assert!(waiting(&server).await.is_empty(), "turn {turn}");
        }
    }
    async fn a_running_job_blocks_earlier_jobs_of_its_queue(server: TestServer) {
        let (ids, before, now) = (Ids::from_seed(1), Ids::from_seed(2), server.clock.now());
        // As if it had been committed first, and a live server had started it.
        enqueue(&server, &ids, "later").await;
        let mut tx = server.db.platform().await.unwrap();
        tx.query(dialect(
            "UPDATE job SET worker = 1 WHERE key = 'later'",
            "UPDATE job SET worker = (SELECT CAST(objid AS INTEGER) FROM pg_locks WHERE locktype = 'advisory'
                 AND objsubid = 2
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
             WHERE key = 'later'",
        ))
        .run()
        .await
        .unwrap();
        for (key, queue_key) in [("earlier", "one after another"), ("elsewhere", "another")] {
            let (company, payload) = (company(), serde_json::json!({}));
            let (key, queue_key) = (key.to_owned(), queue_key.to_owned());
            let job = Job { company, kind: JobKind::AnswerText, payload, key, queue_key, run_at: now };
            jobs::enqueue(&mut tx, &before, now, job).await.unwrap();
        }
        tx.commit().await.unwrap();
        wait_for_start(&server, "elsewhere").await;
        assert_eq!(attempts(&server, "earlier").await, 0);

        let mut tx = server.db.platform().await.unwrap();
        tx.query("DELETE FROM job WHERE key = 'later'").run().await.unwrap();
        tx.signal(Signal::Jobs);
        tx.commit().await.unwrap();
        wait_for_start(&server, "earlier").await;
    }
}
