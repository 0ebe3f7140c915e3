//! Live events: the delay from just before a commit until its event arrives in each of 1,000 streams, on both
//! engines; the memory per stream; and 10,000 open streams during other calls.
//!
//! Each stream has its own HTTP/2 connection and session, like a browser.
#![allow(clippy::unwrap_used, dead_code, reason = "it may fail, and does not use all that benchmarks share")]
use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use common::{Served, line, percentile};
use contract::v1::EventKind;
use database::Database;
use event_stream::EventStream;
use futures::StreamExt;
use http::Method;
use http_client::HttpClient;
use platform::{Clock, Db, Scope, clock::SystemClock, dialect, ids::CompanyId};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::types::Json;

mod common;
mod database;
mod event_stream;
mod http_client;

const LISTENERS: usize = 1_000;
const MANY: usize = 10_000;
const EVENTS: usize = 60;
const EVERY: Duration = Duration::from_millis(300);
const OPENING: usize = 32;
const HARBOR_ROW: &str = "community-harbor-row";

#[tokio::main]
async fn main() {
    app::transport::raise_file_limit();
    let data = tempfile::tempdir().unwrap();
    drop(Served::parlor(data.path(), &[]));
    // All streams are of one company and come from two addresses.
    let limits =
        [("PARLOR_MAX_CONNECTIONS_PER_ADDRESS", "16384"), ("PARLOR_MAX_STREAMS_PER_COMPANY", "16384")];
    people(&Db::sqlite(&data.path().join("parlor.db"), &app::MIGRATIONS).await.unwrap()).await;
    let parlor = Served::parlor(data.path(), &limits);
    let listeners = latency("SQLite", &parlor).await;
    many(&parlor, &listeners).await;
    drop(parlor);

    let Database { url, .. } = Database::make("streams").await;
    let environment = [limits[0], limits[1], ("PARLOR_DATABASE_URL", url.as_str())];
    drop(Served::parlor(data.path(), &environment));
    people(&Db::postgres(&url).await.unwrap()).await;
    latency("PostgreSQL", &Served::parlor(data.path(), &environment)).await;
}

/// Adds administrators, and equally many managers of a community of the demo, each with a session.
async fn people(db: &Db) {
    let scope = Scope::of_company(&CompanyId("company-harborline".into()));
    let now = SystemClock.now();
    let person = |n: usize| {
        let role = if n.is_multiple_of(2) { "admin" } else { "manager" };
        json!([format!("listener-{n:05}"), digest(n), HARBOR_ROW, role])
    };
    let people: Vec<Value> = (0..MANY).map(person).collect();
    let mut tx = db.found(&scope).await.unwrap();
    for sql in [
        dialect(
            "INSERT INTO staff (company_id, id, email, password_hash, first_name, last_name, job_title, parlor_role,
                 phone, text_plan, restricted_view, preferred_vendors, active, created_ms)
             SELECT 'company-harborline', json_extract(value, '$[0]'), json_extract(value, '$[0]') || '@crowd.example',
                 'none', 'Pat', 'Listener', 'Manager/Asst. Manager', json_extract(value, '$[3]'), '', 0, FALSE, '[]',
                 TRUE, $2
             FROM json_each($1)",
            "INSERT INTO staff (company_id, id, email, password_hash, first_name, last_name, job_title, parlor_role,
                 phone, text_plan, restricted_view, preferred_vendors, active, created_ms)
             SELECT 'company-harborline', value->>0, value->>0 || '@crowd.example', 'none', 'Pat', 'Listener',
                 'Manager/Asst. Manager', value->>3, '', 0, FALSE, '[]', TRUE, $2
             FROM jsonb_array_elements($1)",
        ),
        dialect(
            "INSERT INTO staff_community (company_id, staff_id, community_id, position)
             SELECT 'company-harborline', json_extract(value, '$[0]'), json_extract(value, '$[2]'), 0 * $2
             FROM json_each($1) WHERE json_extract(value, '$[3]') = 'manager'",
            "INSERT INTO staff_community (company_id, staff_id, community_id, position)
             SELECT 'company-harborline', value->>0, value->>2, 0 * $2::BIGINT FROM jsonb_array_elements($1)
             WHERE value->>3 = 'manager'",
        ),
        dialect(
            "INSERT INTO session (company_id, id, staff_id, token_hash, created_ms, used_ms)
             SELECT 'company-harborline', json_extract(value, '$[0]'), json_extract(value, '$[0]'),
                 json_extract(value, '$[1]'), $2, $2
             FROM json_each($1)",
            "INSERT INTO session (company_id, id, staff_id, token_hash, created_ms, used_ms)
             SELECT 'company-harborline', value->>0, value->>0, value->>1, $2, $2 FROM jsonb_array_elements($1)",
        ),
    ] {
        tx.query(sql).bind(Json(&people)).bind(now).run().await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// Opens the first streams and publishes events.
async fn latency(engine: &str, parlor: &Served) -> Arc<Listeners> {
    let before = parlor.resident_mb();
    let listeners = Arc::new(Listeners::default());
    listeners.open(parlor.address, 0..LISTENERS).await;
    #[allow(clippy::cast_precision_loss, reason = "a size")]
    let each = (parlor.resident_mb() - before) * 1024.0 / LISTENERS as f64;
    println!("{engine}: {LISTENERS} streams open, {each:.0} kB each");
    let client = HttpClient::login(parlor.address).await;
    // Warm-up.
    cause_event(&client, 0).await;
    listeners.wait_for(LISTENERS).await;
    listeners.forget();
    let mut ticks = tokio::time::interval(EVERY);
    for n in 1..=EVENTS {
        ticks.tick().await;
        cause_event(&client, n).await;
    }
    listeners.wait_for(EVENTS * LISTENERS).await;
    let waits = listeners.forget();
    let wait = |share| percentile(&waits, share);
    println!(
        "{engine}: an event is heard after {:.0} ms (median), {:.0} ms (p99), {:.0} ms (the last)",
        wait(50),
        wait(99),
        wait(100)
    );
    line(&format!("{engine}: p99 from before the commit to each of 1,000 streams, ms"), wait(99), "<=", 50.0);
    listeners
}

/// Opens many more streams, and makes calls meanwhile.
async fn many(parlor: &Served, listeners: &Arc<Listeners>) {
    let (before, begun) = (parlor.resident_mb(), Instant::now());
    listeners.open(parlor.address, LISTENERS..MANY).await;
    let after = parlor.resident_mb();
    #[allow(clippy::cast_precision_loss, reason = "a size")]
    let each = (after - before) * 1024.0 / (MANY - LISTENERS) as f64;
    println!(
        "{MANY} streams open after another {:.1} s: {after:.0} MB, {each:.0} kB each",
        begun.elapsed().as_secs_f64()
    );
    let client = HttpClient::login(parlor.address).await;
    let mut waits = Vec::new();
    let mut ticks = tokio::time::interval(Duration::from_millis(50));
    for _ in 0..400 {
        ticks.tick().await;
        let started = Instant::now();
        client.get("/users/token").await;
        waits.push(started.elapsed().as_secs_f64() * 1e3);
    }
    println!(
        "a call while they are idle, for 20 s: {:.1} ms (median), {:.1} ms (p99); {} streams left, {:.0} MB",
        percentile(&waits, 50),
        percentile(&waits, 99),
        listeners.open.load(Ordering::Relaxed),
        parlor.resident_mb()
    );
    assert_eq!(listeners.open.load(Ordering::Relaxed), MANY, "all streams are still open");
    listeners.forget();
    cause_event(&client, 1).await;
    listeners.wait_for(MANY).await;
    println!("an event is heard by all of them after {:.0} ms", percentile(&listeners.forget(), 100));
}

/// The listeners.
#[derive(Default)]
struct Listeners {
    open: AtomicUsize,
    /// The delay of each event in each stream, in milliseconds.
    waits: Mutex<Vec<f64>>,
}

impl Listeners {
    async fn open(self: &Arc<Self>, address: SocketAddr, which: std::ops::Range<usize>) {
        let opened = futures::stream::iter(which)
            .map(async |n| EventStream::open_from(source(n), address, &token(n)).await);
        let opened: Vec<EventStream> = opened.buffer_unordered(OPENING).collect().await;
        for stream in opened {
            let listeners = self.clone();
            listeners.open.fetch_add(1, Ordering::Relaxed);
            tokio::spawn(async move {
                listen(stream, &listeners).await;
                listeners.open.fetch_sub(1, Ordering::Relaxed);
            });
        }
    }

    /// Waits until this many events have arrived.
    async fn wait_for(&self, count: usize) {
        let begun = Instant::now();
        while self.waits.lock().unwrap().len() < count {
            assert!(begun.elapsed() < Duration::from_secs(60), "not all of them heard it");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    fn forget(&self) -> Vec<f64> {
        std::mem::take(&mut self.waits.lock().unwrap())
    }
}

/// Returns the address that a listener connects from. One address gets at most half of the connections.
fn source(n: usize) -> Ipv4Addr {
    if n.is_multiple_of(2) { Ipv4Addr::LOCALHOST } else { Ipv4Addr::new(127, 0, 0, 2) }
}

/// Returns the session token of a listener.
fn token(n: usize) -> String {
    format!("token-of-listener-{n}")
}

fn digest(n: usize) -> String {
    hex::encode(Sha256::digest(token(n)))
}

async fn listen(mut stream: EventStream, listeners: &Listeners) {
    while let Some(event) = stream.next().await {
        if event.kind() == EventKind::Community {
            let at = event.at.unwrap();
            let at = at.seconds * 1_000 + i64::from(at.nanos) / 1_000_000;
            #[allow(clippy::cast_precision_loss, reason = "a few milliseconds")]
            let wait = (SystemClock.now().0 - at) as f64;
            listeners.waits.lock().unwrap().push(wait);
        }
    }
}

/// Causes one event.
async fn cause_event(client: &HttpClient, n: usize) {
    let path = format!("/textCommunities/community/{HARBOR_ROW}/training");
    client.send_json(Method::PATCH, &path, &json!({ "isTraining": n.is_multiple_of(2) })).await;
}
