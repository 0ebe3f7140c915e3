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
    is_over: AtomicBool,
    /// Number of refused calls during the outage.
    refused: AtomicUsize,
    done: AtomicUsize,
}

impl Load<'_> {
    /// Adds and reads answers one after another. Returns the answers that the server confirmed.
    async fn write(&self, writer: usize) -> Vec<String> {
        let mut confirmed = Vec::new();
        let path = format!("/textCommunities/community/{HARBOR_ROW}/answers");
        for nth in 0.. {
            if self.is_over.load(Ordering::Relaxed) {
                break;
            }
            let question = format!("Does hand {writer} keep number {nth}?");
            let body = json!({ "question": question, "answer": "It does." });
            let response = self.program.call("POST", &path, &self.fixture.token, Some(body)).await;
            self.count(response.status.as_u16());
            if response.status == 200 {
                confirmed.push(question);
            }
            let read =
                self.program.call("GET", "/textCommunities/turbo-communities", &self.fixture.token, None);
            self.count(read.await.status.as_u16());
        }
        confirmed
    }

    fn count(&self, status: u16) {
        match status {
            200 => self.done.fetch_add(1, Ordering::Relaxed),
            503 => self.refused.fetch_add(1, Ordering::Relaxed),
            other => panic!("unexpected status {other}"),
        };
    }

    async fn wait_for_more(&self, counter: &AtomicUsize) {
        let before = counter.load(Ordering::Relaxed);
        self.fixture
            .until("calls have this result", async || counter.load(Ordering::Relaxed) > before + 4)
            .await;
    }

    /// Subscribes to events like a browser, and resumes after the last event whenever the stream ends.
    async fn listen(&self, until: impl Fn(i64) -> bool) -> BTreeSet<i64> {
        let mut received = BTreeSet::new();
        let mut last = 0;
        loop {
            let Ok(mut stream) =
                self.program.watch(&self.fixture.token, last).await.inspect_err(assert_unavailable)
            else {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            loop {
                // The stream may end between two events.
                let message = match timeout(Duration::from_millis(500), stream.message()).await {
                    Err(_) if self.is_over.load(Ordering::Relaxed) && until(last) => return received,
                    Err(_) => continue,
                    Ok(message) => message,
                };
                match message.inspect_err(assert_unavailable) {
                    Ok(Some(event)) if matches!(event.kind(), EventKind::Ready | EventKind::Heartbeat) => {
                        last = last.max(event.sequence);
                    }
                    Ok(Some(event)) => {
                        assert!(
                            event.kind() != EventKind::Resync && received.insert(event.sequence),
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
    async fn outage(&self, cluster: &mut Cluster, mode: Shutdown) {
        self.wait_for_more(&self.done).await;
        cluster.stop(mode);
        self.wait_for_more(&self.refused).await;
        cluster.start();
        self.wait_for_more(&self.done).await;
        let mut refused = self.refused.load(Ordering::Relaxed);
        // No call is refused any more.
        loop {
            self.wait_for_more(&self.done).await;
            let now = self.refused.load(Ordering::Relaxed);
            if now == refused {
                break;
            }
            refused = now;
        }
    }
}

fn assert_unavailable(status: &tonic::Status) {
    assert_eq!(status.code(), Code::Unavailable, "{status:?}");
}

async fn start_cluster() -> (Cluster, Fixture) {
    let cluster = Cluster::create();
    let (folder, url) = (TempDir::new().unwrap(), cluster.url());
    let data = folder.path();
    Program::serve(data, &["--demo", "--database-url", &url]).await.stop().await;
    let fixture = Fixture::with_database(Engine::Postgres, folder, url.clone(), url).await;
    (cluster, fixture)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgres_restart_under_load_loses_no_acknowledged_writes() {
    let (mut cluster, fixture) = start_cluster().await;
    let program = fixture.serve().await;
    let (is_over, refused, done) = Default::default();
    let load = Load { fixture: &fixture, program: &program, is_over, refused, done };
    let text = fixture.text(Outcome::Reply);
    let writers = join_all((0..4).map(|writer| load.write(writer)));
    let outages = async {
        load.outage(&mut cluster, Shutdown::Fast).await;
        load.outage(&mut cluster, Shutdown::Immediate).await;
        assert_eq!(text.deliver_text(&program.at).await, Some(200));
        load.is_over.store(true, Ordering::Relaxed);
    };
    let head = AtomicUsize::new(usize::MAX);
    let counted = async {
        let (confirmed, ()) = tokio::join!(writers, outages);
        fixture.settled().await;
        let mut connection = fixture.connect_directly().await;
        let all = "SELECT sequence FROM event_head WHERE company_id = 'company-harborline'";
        head.store(usize::try_from(connection.number(all).await).unwrap(), Ordering::Relaxed);
        confirmed.concat()
    };
    let at_the_end = |last| usize::try_from(last).is_ok_and(|last| last >= head.load(Ordering::Relaxed));
    let (confirmed, received) = tokio::join!(counted, load.listen(at_the_end));

    let mut connection = fixture.connect_directly().await;
    for question in &confirmed {
        let found = format!("SELECT count(*) FROM answer WHERE question = '{question}'");
        assert_eq!(connection.number(found).await, 1, "{question}");
    }
    // All events from the first received one to the last.
    let first = *received.first().expect("events");
    assert!(received.iter().copied().eq(first..=i64::try_from(head.load(Ordering::Relaxed)).unwrap()));
    fixture.assert_no_event_is_missing().await;
    fixture.assert_one_outcome(&program, &text).await;
    assert_eq!(program.call("GET", "/healthz", "", None).await.ok()["status"], "SERVING");
    program.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_call_after_an_idle_postgres_restart_succeeds() {
    let (mut cluster, fixture) = start_cluster().await;
    let program = fixture.serve().await;
    let read = || program.call("GET", "/textCommunities/turbo-communities", &fixture.token, None);
    // The maximum number of connections waits for its next use.
    let many = join_all((0..40).map(|_| read())).await;
    assert!(many.iter().all(|answer| answer.status == 200));
    for mode in [Shutdown::Fast, Shutdown::Immediate] {
        cluster.stop(mode);
        cluster.start();
        for _ in 0..3 {
            read().await.ok();
        }
    }
    program.stop().await;
}
