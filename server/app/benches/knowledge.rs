//! The cost of the bot's indexes for a server with 5,000 communities and 250 answered questions each, on
//! SQLite: the time from a text to its stored reply at 20 texts per second, to ten communities with cached
//! indexes and then to any community, and the memory per community. With semantic indexes if
//! `PARLOR_MODEL_DIR` names a sentence model, otherwise with lexical ones.
#![allow(clippy::unwrap_used, dead_code, reason = "it may fail, and does not use all that benchmarks share")]
use std::{
    io::Write,
    net::{SocketAddr, TcpListener},
    ops::Range,
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use common::{Served, line, percentile};
use http::Method;
use http_client::HttpClient;
use platform::{Db, Scope, Tx, ids::CompanyId};
use replies::{Sent, reply_times};
use serde_json::json;

mod common;
mod http_client;
mod replies;

const COMMUNITIES: usize = 5_000;
const READY: usize = 10;
const ANSWERS: i64 = 250;
const EVERY: Duration = Duration::from_millis(50);
const TEXTS: usize = 1_200;
const PAGES: usize = 400;
/// How long the index must be idle before it counts as built.
const CALM: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_secs(300);
const HARBOR_ROW: &str = "community-harbor-row";

#[tokio::main]
async fn main() {
    let data = tempfile::tempdir().unwrap();
    prepare(data.path()).await;
    let db = Db::sqlite(&data.path().join("parlor.db"), &app::MIGRATIONS).await.unwrap();
    let questions = questions(&db).await;
    let metrics = free_address();
    let parlor = Served::parlor(data.path(), &[("PARLOR_METRICS_LISTEN", metrics.to_string().as_str())]);
    let client = HttpClient::login(parlor.address).await;
    let server = TestServer { client, metrics: HttpClient::anonymous(metrics) };
    let by_meaning = std::env::var_os("PARLOR_MODEL_DIR").is_some();
    let bare = parlor.resident_mb();

    // Each community is asked once, so that its index is cached.
    server.ask(&questions, READY, READY, Duration::ZERO).await;
    server.ready(by_meaning).await;
    // Otherwise prepared data would be written to the disk during the measurement.
    assert!(Command::new("sync").status().unwrap().success());
    disk_alone(data.path());
    let sent = server.ask(&questions, READY, TEXTS, EVERY).await;
    let scope = Scope::of_company(&company());
    let waits = reply_times(&db, &scope, &sent, TIMEOUT).await;
    print_waits("the reply of one of ten communities that are ready is stored", &waits);
    line("p99 of a text's stored reply at 20 a second, ms", percentile(&waits, 99), "<=", 60.0);
    let (count, bytes) = server.held().await;
    println!("{count:.0} communities are ready and take {:.2} MB each", bytes / count / 1e6);
    line("MB of memory a community that is ready", bytes / count / 1e6, "<=", 1.0);
    println!("resident: {bare:.0} MB without a community, {:.0} MB with {count:.0}", parlor.resident_mb());
    line("MB resident with ten communities ready", parlor.resident_mb(), "<=", 220.0);

    let mut tx = db.write(&scope).await.unwrap();
    number(&mut tx, READY..COMMUNITIES).await;
    tx.commit().await.unwrap();
    let sent = server.ask(&questions, COMMUNITIES, TEXTS, EVERY).await;
    let waits = reply_times(&db, &scope, &sent, TIMEOUT).await;
    print_waits("the reply of any of 5,000 communities is stored", &waits);
    let (count, bytes) = server.held().await;
    let resident = parlor.resident_mb();
    println!(
        "{count:.0} of {COMMUNITIES} are ready and take {:.0} MB; resident {resident:.0} MB",
        bytes / 1e6
    );
}

/// Measures the latency of the disk: writes a page at the rate of the texts.
fn disk_alone(folder: &Path) {
    let mut file = tempfile::tempfile_in(folder).unwrap();
    let mut written = || {
        thread::sleep(EVERY);
        let begun = Instant::now();
        file.write_all(&[1; 4_096]).unwrap();
        file.sync_all().unwrap();
        begun.elapsed().as_secs_f64() * 1e3
    };
    let waits: Vec<f64> = (0..PAGES).map(|_| written()).collect();
    print_waits("a page is on the disk", &waits);
}

/// Creates the demo, and many more communities with the answers of Harbor Row.
async fn prepare(data: &Path) {
    let parlor = Served::parlor(data, &[]);
    let client = HttpClient::login(parlor.address).await;
    let path = format!("/textCommunities/community/{HARBOR_ROW}/catalog");
    client.send_json(Method::POST, &path, &json!({})).await;
    drop(parlor);
    let db = Db::sqlite(&data.join("parlor.db"), &app::MIGRATIONS).await.unwrap();
    let mut tx = db.found(&Scope::of_company(&company())).await.unwrap();
    let begun = Instant::now();
    for sql in [
        "CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $1 - 1)
             SELECT i, printf('crowd-%05d', i) AS id FROM n",
        "INSERT INTO community (id, tag, time_zone, units, is_training, knowledge_version, created_ms)
             SELECT id, 'Elm_' || id, 'UTC', 0, FALSE, 0, $1 - $1 FROM n",
        "INSERT INTO company_community (company_id, community_id, name_key)
             SELECT 'company-harborline', id, lower(id) FROM n WHERE $1 > 0",
        "INSERT INTO answer (community_id, id, category, question, question_key, sort_key, search_text, samples, answer, source,
                 version, used, updated_by, updated_ms)
             SELECT n.id, a.id, a.category, a.question, a.question_key, a.sort_key, a.search_text, a.samples,
                 'Ask the office about this: ' || a.question, 'Guide', 1, 0, '', 0
             FROM n, (SELECT * FROM answer WHERE community_id = 'community-harbor-row' AND answer = ''
                      ORDER BY id LIMIT 250) a WHERE $1 > 0",
    ] {
        tx.query(sql).bind(i64::try_from(COMMUNITIES).unwrap()).run().await.unwrap();
    }
    number(&mut tx, 0..READY).await;
    tx.commit().await.unwrap();
    println!(
        "{COMMUNITIES} communities with {ANSWERS} answers each, in {:.0} s",
        begun.elapsed().as_secs_f64()
    );
}

/// Adds a phone number to these communities, because a server builds indexes of communities with a number at
/// its start.
async fn number(tx: &mut Tx, which: Range<usize>) {
    let sql = "INSERT INTO text_number (company_id, number, community_id)
                   SELECT 'company-harborline', printf('+1650%07d', 2000000 + substr(id, 7)), id FROM community
                   WHERE id >= $1 AND id < $2";
    let id = |at| format!("crowd-{at:05}");
    tx.query(sql).bind(id(which.start)).bind(id(which.end)).run().await.unwrap();
}

fn company() -> CompanyId {
    CompanyId("company-harborline".into())
}

async fn questions(db: &Db) -> Vec<String> {
    let mut tx = db.read(&Scope::of_company(&company())).await.unwrap();
    let sql = "SELECT question FROM answer WHERE community_id = 'crowd-00000' ORDER BY id";
    let questions: Vec<(String,)> = tx.query(sql).all().await.unwrap();
    assert_eq!(i64::try_from(questions.len()).unwrap(), ANSWERS);
    questions.into_iter().map(|(question,)| question).collect()
}

fn print_waits(what: &str, waits: &[f64]) {
    let wait = |share| percentile(waits, share);
    println!(
        "{what} after {:.0} ms (median), {:.0} ms (p99), {:.0} ms (longest)",
        wait(50),
        wait(99),
        wait(100)
    );
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Clients of a server.
struct TestServer {
    client: HttpClient,
    /// Client of the address of the metrics.
    metrics: HttpClient,
}

impl TestServer {
    /// Texts communities in turn from new phones.
    async fn ask(&self, questions: &[String], communities: usize, texts: usize, every: Duration) -> Sent {
        let since = now_ms();
        let text = |n: usize| {
            // Consecutive texts go to distant communities, and each community is texted once before any is
            // texted again.
            let community = n * 1_237 % communities;
            let body = format!(
                "Hi, {} I am in unit {}",
                questions[n * 7 % questions.len()].to_lowercase(),
                since % 9_973 + n as i64
            );
            let from = format!("+1415{:07}", 2_000_000 + (since % 7_000_000 + n as i64) % 7_000_000);
            json!({ "from": from, "to": format!("+1650{:07}", 2_000_000 + community), "body": body })
        };
        replies::send(&self.client, every.max(Duration::from_millis(1)), (0..texts).map(text)).await
    }

    /// Returns the number of cached communities, and their approximate memory in bytes.
    async fn held(&self) -> (f64, f64) {
        let told = self.metrics().await;
        (summed(&told, "parlor_bot_indexes_cached"), summed(&told, "parlor_bot_memory_bytes"))
    }

    async fn metrics(&self) -> String {
        String::from_utf8_lossy(&self.metrics.get("/metrics").await).into_owned()
    }

    /// Waits until enough indexes exist and the server has no more training to do.
    async fn ready(&self, by_meaning: bool) {
        let begun = Instant::now();
        let (mut meant, mut since) = (0.0, begun);
        while by_meaning && (meant < READY as f64 || since.elapsed() < CALM) {
            assert!(begun.elapsed() < TIMEOUT, "the communities are not ready");
            tokio::time::sleep(Duration::from_millis(500)).await;
            let told = self.metrics().await;
            let known = told
                .lines()
                .filter(|line| line.starts_with("parlor_bot_indexes_cached") && line.contains("meaning"));
            let known = known.filter_map(value).sum::<f64>();
            if known > meant {
                (meant, since) = (known, Instant::now());
            }
        }
        println!("{meant:.0} communities were ready after {:.1} s", (since - begun).as_secs_f64());
    }
}

fn summed(metrics: &str, name: &str) -> f64 {
    metrics.lines().filter(|line| line.starts_with(name)).filter_map(value).sum()
}

fn value(line: &str) -> Option<f64> {
    line.rsplit(' ').next()?.parse().ok()
}

fn now_ms() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(now.as_millis()).unwrap()
}
