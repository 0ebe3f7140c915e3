//! Lanes: of each only the first job may be claimed, and the next one's turn comes however the
//! first one goes.
use std::time::Duration;

use platform::{
    Clock, Ids, Timestamp, dialect,
    ids::CompanyId,
    jobs::{self, Job},
    signal::Signal,
};
use tokio::time::timeout;

use crate::support::*;

/// Nobody works on a job of then.
const LATER: Timestamp = Timestamp(4_000_000_000_000);

async fn enqueue(house: &House, ids: &Ids, key: &str) {
    let job = Job {
        company: company(),
        kind: "answer",
        payload: serde_json::json!({}),
        key: key.to_owned(),
        lane: "one after another".to_owned(),
        run_at: LATER,
    };
    let mut tx = house.db.platform().await.unwrap();
    jobs::enqueue(&mut tx, ids, LATER, job).await.unwrap();
    tx.commit().await.unwrap();
}

fn company() -> CompanyId {
    CompanyId("company-harborline".into())
}

/// The jobs that wait for their turn.
async fn waiting(house: &House) -> Vec<String> {
    let mut tx = house.db.platform_read().await.unwrap();
    let sql = "SELECT key FROM job WHERE lane = 'one after another' AND waiting ORDER BY id";
    let waiting: Vec<(String,)> = tx.query(sql).all().await.unwrap();
    waiting.into_iter().map(|(key,)| key).collect()
}

/// How often a job was begun.
async fn begun(house: &House, key: &str) -> i64 {
    let mut tx = house.db.platform_read().await.unwrap();
    let (begun,): (i64,) = tx.query("SELECT attempts FROM job WHERE key = $1").bind(key).one().await.unwrap();
    begun
}

/// Waits until a job was begun.
async fn turn_of(house: &House, key: &str) {
    let waiting = async {
        while begun(house, key).await == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(60), waiting).await.expect("its turn comes");
}

async fn cancel(house: &House, key: &str) {
    let mut tx = house.db.platform().await.unwrap();
    assert!(jobs::cancel(&mut tx, &company(), key).await.unwrap());
    tx.commit().await.unwrap();
}

on_both! {
    async fn the_next_ones_turn_comes_when_the_one_ahead_is_taken_back_or_dies(house: House) {
        let ids = Ids::from_seed(1);
        for key in ["first", "second", "third", "fourth"] {
            enqueue(&house, &ids, key).await;
        }
        assert_eq!(waiting(&house).await, ["second", "third", "fourth"]);
        cancel(&house, "first").await;
        assert_eq!(waiting(&house).await, ["third", "fourth"]);
        cancel(&house, "third").await;
        assert_eq!(waiting(&house).await, ["fourth"]);

        let mut tx = house.db.platform().await.unwrap();
        tx.query("UPDATE job SET dead = TRUE WHERE key = 'second'").run().await.unwrap();
        tx.commit().await.unwrap();
        assert!(waiting(&house).await.is_empty());
        enqueue(&house, &ids, "fifth").await;
        assert_eq!(waiting(&house).await, ["fifth"]);
    }

    async fn who_comes_while_the_one_ahead_goes_is_not_forgotten(house: House) {
        let ids = Ids::from_seed(1);
        enqueue(&house, &ids, "first").await;
        // Both at once, many times over: on PostgreSQL they really meet.
        for turn in 0..50 {
            let (ahead, next) = match turn { 0 => ("first".to_owned(), "1".to_owned()), n => (n.to_string(), (n + 1).to_string()) };
            tokio::join!(cancel(&house, &ahead), enqueue(&house, &ids, &next));
            assert!(waiting(&house).await.is_empty(), "turn {turn}");
        }
    }
    async fn what_was_begun_keeps_its_lane_to_itself_even_before_an_earlier_one(house: House) {
        let (ids, before, now) = (Ids::from_seed(1), Ids::from_seed(2), house.clock.now());
        // As if it had been committed first, and a server that lives had begun it.
        enqueue(&house, &ids, "later").await;
        let mut tx = house.db.platform().await.unwrap();
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
        for (key, lane) in [("earlier", "one after another"), ("elsewhere", "another")] {
            let (company, payload) = (company(), serde_json::json!({}));
            let (key, lane) = (key.to_owned(), lane.to_owned());
            let job = Job { company, kind: "answer", payload, key, lane, run_at: now };
            jobs::enqueue(&mut tx, &before, now, job).await.unwrap();
        }
        tx.commit().await.unwrap();
        turn_of(&house, "elsewhere").await;
        assert_eq!(begun(&house, "earlier").await, 0);

        let mut tx = house.db.platform().await.unwrap();
        tx.query("DELETE FROM job WHERE key = 'later'").run().await.unwrap();
        tx.signal(Signal::Jobs);
        tx.commit().await.unwrap();
        turn_of(&house, "earlier").await;
    }
}
