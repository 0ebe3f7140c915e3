//! PostgreSQL is stopped under load and restarted.
use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

use contract::v1::EventKind;
use futures::future::join_all;
use serde_json::json;
use tempfile::TempDir;
use tokio::time::timeout;
use tonic::Code;

use super::*;

/// The continuous load of a test, with its results.
struct Load<'g> {
    fixture: &'g Fixture,
    program: &'g Program,
    over: AtomicBool,
    /// Number of refused calls during the outage.
    refused: AtomicUsize,
    done: AtomicUsize,
}

impl Load<'_> {
    /// Adds and reads answers one after another. Returns the answers that the server confirmed.
    async fn write(&self, hand: usize) -> Vec<String> {
        let mut kept = Vec::new();
        let path = format!("/textCommunities/community/{HARBOR_ROW}/answers");
        for nth in 0.. {
            if self.over.load(Ordering::Relaxed) {
                break;
            }
            let question = format!("Does hand {hand} keep number {nth}?");
            let body = json!({ "question": question, "answer": "It does." });
            let wrote = self.program.call("POST", &path, &self.fixture.token, Some(body)).await;
            self.count(wrote.status.as_u16());
            if wrote.status == 200 {
                kept.push(question);
            }
            let read =
                self.program.call("GET", "/textCommunities/turbo-communities", &self.fixture.token, None);
            self.count(read.await.status.as_u16());
        }
        kept
    }

    fn count(&self, status: u16) {
        match status {
            200 => self.done.fetch_add(1, Ordering::Relaxed),
            503 => self.refused.fetch_add(1, Ordering::Relaxed),
            other => panic!("a caller was told {other}"),
        };
    }

    async fn more(&self, what: &AtomicUsize) {
        let before = what.load(Ordering::Relaxed);
        self.fixture.until("callers are told so", async || what.load(Ordering::Relaxed) > before + 4).await;
    }

    /// Subscribes to events like a browser, and resumes after the last event whenever the stream ends.
    async fn listen(&self, until: impl Fn(i64) -> bool) -> BTreeSet<i64> {
        let mut heard = BTreeSet::new();
        let mut last = 0;
        loop {
            let Ok(mut stream) = self.program.watch(&self.fixture.token, last).await.inspect_err(is_away)
            else {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            loop {
                // The stream may end between two events.
                let told = match timeout(Duration::from_millis(500), stream.message()).await {
                    Err(_) if self.over.load(Ordering::Relaxed) && until(last) => return heard,
                    Err(_) => continue,
                    Ok(told) => told,
                };
                match told.inspect_err(is_away) {
                    Ok(Some(event)) if matches!(event.kind(), EventKind::Ready | EventKind::Heartbeat) => {
                        last = last.max(event.sequence);
                    }
                    Ok(Some(event)) => {
                        assert!(
                            event.kind() != EventKind::Resync && heard.insert(event.sequence),
                            "{event:?}"
                        );
                        last = event.sequence;
                    }
                    Ok(None) | Err(_) => break,
                }
            }
        }
    }

    /// Stops PostgreSQL, waits, and restarts it.
    async fn outage(&self, cluster: &mut Cluster, halt: Shutdown) {
        self.more(&self.done).await;
        cluster.stop(halt);
        self.more(&self.refused).await;
        cluster.start();
        self.more(&self.done).await;
        let mut refused = self.refused.load(Ordering::Relaxed);
        // No call is refused any more.
        loop {
            self.more(&self.done).await;
            let now = self.refused.load(Ordering::Relaxed);
            if now == refused {
                break;
            }
            refused = now;
        }
    }
}

fn is_away(status: &tonic::Status) {
    assert_eq!(status.code(), Code::Unavailable, "{status:?}");
}

async fn on_a_cluster() -> (Cluster, Fixture) {
    let cluster = Cluster::make();
    let (folder, url) = (TempDir::new().unwrap(), cluster.url());
    let data = folder.path();
    Program::serve(data, &["--demo", "--database-url", &url]).await.stop().await;
    let fixture = Fixture::over(Engine::Postgres, folder, url.clone(), url).await;
    (cluster, fixture)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgres_restart_under_load_loses_no_acknowledged_writes() {
    let (mut cluster, fixture) = on_a_cluster().await;
    let program = fixture.serve().await;
    let (over, refused, done) = Default::default();
    let load = Load { fixture: &fixture, program: &program, over, refused, done };
    let text = fixture.text(Fate::Reply);
    let hands = join_all((0..4).map(|hand| load.write(hand)));
    let outages = async {
        load.outage(&mut cluster, Shutdown::Fast).await;
        load.outage(&mut cluster, Shutdown::Immediate).await;
        assert_eq!(text.bring(&program.at).await, Some(200));
        load.over.store(true, Ordering::Relaxed);
    };
    let head = AtomicUsize::new(usize::MAX);
    let counted = async {
        let (kept, ()) = tokio::join!(hands, outages);
        fixture.settled().await;
        let mut past = fixture.past().await;
        let all = "SELECT sequence FROM event_head WHERE company_id = 'company-harborline'";
        head.store(usize::try_from(past.number(all).await).unwrap(), Ordering::Relaxed);
        kept.concat()
    };
    let at_the_end = |last| usize::try_from(last).is_ok_and(|last| last >= head.load(Ordering::Relaxed));
    let (kept, heard) = tokio::join!(counted, load.listen(at_the_end));

    let mut past = fixture.past().await;
    for question in &kept {
        let found = format!("SELECT count(*) FROM answer WHERE question = '{question}'");
        assert_eq!(past.number(found).await, 1, "{question}");
    }
    // All events from the first received one to the last.
    let first = *heard.first().expect("events");
    assert!(heard.iter().copied().eq(first..=i64::try_from(head.load(Ordering::Relaxed)).unwrap()));
    fixture.assert_no_event_is_missing().await;
    fixture.assert_one_outcome(&program, &text).await;
    assert_eq!(program.call("GET", "/healthz", "", None).await.ok()["status"], "SERVING");
    program.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_call_after_an_idle_postgres_restart_succeeds() {
    let (mut cluster, fixture) = on_a_cluster().await;
    let program = fixture.serve().await;
    let read = || program.call("GET", "/textCommunities/turbo-communities", &fixture.token, None);
    // The maximum number of connections waits for its next use.
    let many = join_all((0..40).map(|_| read())).await;
    assert!(many.iter().all(|answer| answer.status == 200));
    for halt in [Shutdown::Fast, Shutdown::Immediate] {
        cluster.stop(halt);
        cluster.start();
        for _ in 0..3 {
            read().await.ok();
        }
    }
    program.stop().await;
}
