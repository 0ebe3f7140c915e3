//! Reports of a company with 500 communities, among 10,000,000 texts of 2,000 communities in two years, with
//! 800,000 emails and messages of web chats, on both engines: the duration of a report, the duration of counting a
//! busy hour, and the delay of replies to residents while reports are read. `PARLOR_REPORT_MESSAGES` sets another
//! number of texts.
#![allow(clippy::unwrap_used, dead_code, reason = "it may fail, and does not use all that benchmarks share")]
use std::{
    net::SocketAddr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use bytes::Bytes;
use common::{Served, line, measures_sqlite, percentile};
use database::Database;
use http_client::{HttpClient, HttpRequest};
use jiff::{ToSpan, tz::TimeZone};
use platform::{
    Db, Ids, Scope, Timestamp,
    ids::{CompanyId, PLATFORM},
    jobs::{self, Job},
};
use replies::reply_times;
use report_messages::{COMMUNITIES, DAY_MS, begin_ms, busy_hour_ms, company, large, load, now_ms};
use sqlx::Executor;

mod common;
mod database;
mod http_client;
mod replies;
mod report_channels;
mod report_messages;

const REPORTS: usize = 100;
/// Number of rounds of texts, with and without reports.
const ROUNDS: usize = 3;
const TEXTS: usize = 400;
const EVERY: Duration = Duration::from_millis(50);
/// Interval between reports on a year while residents text.
const EVERY_REPORT: Duration = Duration::from_secs(1);
const TIMEOUT: Duration = Duration::from_secs(3_600);
const QUESTIONS: [&str; 3] =
    ["When does the board meet?", "Is there a late fee?", "Where do I mail a check?"];

#[tokio::main]
async fn main() {
    let data = tempfile::tempdir().unwrap();
    if measures_sqlite() {
        drop(Served::parlor(data.path(), &[]));
        let db = Db::sqlite(&data.path().join("parlor.db"), &app::MIGRATIONS).await.unwrap();
        load(&db).await;
        measure("SQLite", data.path(), &db, &[]).await;
    }

    let Database { url, mut superuser, .. } = Database::make("reports").await;
    let environment = [("PARLOR_DATABASE_URL", url.as_str())];
    drop(Served::parlor(data.path(), &environment));
    let db = Db::postgres(&url).await.unwrap();
    load(&db).await;
    superuser.execute("VACUUM ANALYZE").await.unwrap();
    measure("PostgreSQL", data.path(), &db, &environment).await;
}

async fn measure(engine: &str, data: &Path, db: &Db, environment: &[(&str, &str)]) {
    enqueue_roll_up(db).await;
    let parlor = Served::parlor(data, environment);
    let begun = Instant::now();
    while uncounted(db).await > 0 {
        assert!(begun.elapsed() < TIMEOUT, "the hours are not counted");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    println!("{engine}: two years were counted in {:.0} s", begun.elapsed().as_secs_f64());
    let administrator = HttpClient::login(parlor.address).await.token;
    let manager = HttpClient::login_as(parlor.address, "manager@harborline.example").await.token;
    for (who, token, days, query) in [
        ("an administrator's 28 days", &administrator, 28, ""),
        ("an administrator's 90 days", &administrator, 90, ""),
        ("an administrator's year", &administrator, 365, ""),
        ("an administrator's year in UTC", &administrator, 365, "&timeZone=UTC"),
        ("an administrator's year of a category", &administrator, 365, "&category=Category%203"),
        ("an administrator's year of blasts", &administrator, 365, "&channel=BLAST"),
        ("an administrator's year of emails", &administrator, 365, "&channel=EMAIL"),
        ("an administrator's year of web chats", &administrator, 365, "&channel=WEB_CHAT"),
        ("one community's year", &administrator, 365, "&communityId=bulk-10007"),
        ("a manager's 28 days", &manager, 28, ""),
        ("a manager's year", &manager, 365, ""),
    ] {
        let report = Report::new(parlor.address, token, days, query);
        let mut took = Vec::new();
        for _ in 0..REPORTS + 5 {
            took.push(report.once().await * 1e3);
        }
        let took = took.split_off(5);
        println!("{engine}: {who}: {:.0} ms (median)", percentile(&took, 50));
        line(
            &format!("{engine}: p99 of {who} with the period before, ms"),
            percentile(&took, 99),
            "<=",
            300.0,
        );
    }
    line(&format!("{engine}: counting a busy hour, s"), busy_hour(db).await, "<=", 2.0);
    replies(engine, db, &administrator, parlor.address).await;
}

/// Measures replies to residents, alternating with and without reports.
async fn replies(engine: &str, db: &Db, token: &str, address: SocketAddr) {
    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    let client = HttpClient::login(address).await;
    for round in 0..2 * ROUNDS {
        let reader = (round % 2 == 1).then(|| Reader::start(address, token));
        let waits = ask(&client, db, round).await;
        match reader {
            None => alone.extend(waits),
            Some(reader) => {
                reader.stop();
                beside.extend(waits);
            }
        }
    }
    let (alone, beside) = (percentile(&alone, 99), percentile(&beside, 99));
    println!(
        "{engine}: p99 of a reply is {alone:.1} ms without reports, {beside:.1} ms with one each second"
    );
    line(&format!("{engine}: p99 of a reply with reports / without"), beside / alone, "<=", 1.2);
}

/// Recounts the hour of the blast. Returns the duration in seconds.
async fn busy_hour(db: &Db) -> f64 {
    let hour = busy_hour_ms();
    let mut tx = db.write(&large()).await.unwrap();
    let sql = "DELETE FROM report_coverage WHERE company_id = 'company-harborline' AND hour_ms = $1";
    assert_eq!(tx.query(sql).bind(hour).run().await.unwrap(), 1, "the hour was counted");
    tx.commit().await.unwrap();
    enqueue_roll_up(db).await;
    let (started, mut begun) = (Instant::now(), None);
    loop {
        let mut tx = db.read(&large()).await.unwrap();
        let sql =
            "SELECT is_ready FROM report_coverage WHERE company_id = 'company-harborline' AND hour_ms = $1";
        let found: Option<(bool,)> = tx.query(sql).bind(hour).optional().await.unwrap();
        drop(tx);
        match (found, begun) {
            (Some((false,)), None) => begun = Some(Instant::now()),
            (Some((true,)), begun) => {
                return begun.map_or(0.0, |begun: Instant| begun.elapsed().as_secs_f64());
            }
            _ => {}
        }
        assert!(started.elapsed() < TIMEOUT, "the hour is not counted");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Enqueues the roll-up job, which runs now or when the server starts.
async fn enqueue_roll_up(db: &Db) {
    let now = Timestamp(now_ms());
    let mut tx = db.platform().await.unwrap();
    let job = Job {
        company: CompanyId::from(PLATFORM),
        kind: jobs::JobKind::RollUpReports,
        payload: serde_json::json!({}),
        key: format!("{} of a benchmark at {}", jobs::JobKind::RollUpReports, now.0),
        queue_key: format!("{} schedule", jobs::JobKind::RollUpReports),
        run_at: now,
    };
    jobs::enqueue(&mut tx, &Ids::from_entropy(), now, job).await.unwrap();
    tx.commit().await.unwrap();
}

/// Returns the number of hours without stored counts of the large and of the last company, except in the last
/// two days.
async fn uncounted(db: &Db) -> i64 {
    let mut uncounted = 0;
    for company in ["company-harborline".to_owned(), company(COMMUNITIES - 1)] {
        let mut tx = db.read(&Scope::of_company(&CompanyId(company.clone()))).await.unwrap();
        let sql = "SELECT count(*) FROM report_coverage
                   WHERE company_id = $1 AND hour_ms >= $2 AND hour_ms < $3 AND is_ready";
        let until = now_ms() - 2 * DAY_MS;
        let query = tx.query(sql).bind(company).bind(begin_ms() + DAY_MS).bind(until);
        let (counted,): (i64,) = query.one().await.unwrap();
        uncounted += ((until - begin_ms() - DAY_MS) / 3_600_000 - counted).max(0);
    }
    uncounted
}

/// A report of the days up to yesterday.
#[derive(Clone)]
struct Report {
    client: HttpClient,
    request: HttpRequest,
}

impl Report {
    fn new(address: SocketAddr, token: &str, days: i64, query: &str) -> Self {
        let end = jiff::Timestamp::now().to_zoned(TimeZone::UTC).date();
        let start = end.saturating_sub((days - 1).days());
        let client = HttpClient::new(address, token);
        let request = client.get_request(&format!("/reports?startDate={start}&endDate={end}{query}"));
        Self { client, request }
    }

    async fn bytes(&self) -> Bytes {
        self.client.send(self.request.clone()).await
    }

    async fn once(&self) -> f64 {
        let begun = Instant::now();
        let answer = self.bytes().await;
        let took = begun.elapsed().as_secs_f64();
        let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
        let figures = answer["report"]["figures"].as_array().expect("a report");
        assert!(
            figures.iter().any(|one| one["value"].as_f64().is_some_and(|value| value > 0.0)),
            "{figures:?}"
        );
        took
    }
}

/// Reads reports of a year repeatedly on a separate thread, so that only the server's cost affects the
/// measurement.
struct Reader {
    stop: Arc<AtomicBool>,
    thread: thread::JoinHandle<usize>,
}

impl Reader {
    fn start(address: SocketAddr, token: &str) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (stopped, token) = (stop.clone(), token.to_owned());
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let report = Report::new(address, &token, 365, "");
                let mut ticks = tokio::time::interval(EVERY_REPORT);
                let mut bytes = 0;
                while !stopped.load(Ordering::Relaxed) {
                    ticks.tick().await;
                    bytes = report.bytes().await.len();
                }
                bytes
            })
        });
        Self { stop, thread }
    }

    fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        assert!(self.thread.join().unwrap() > 0, "no report was read");
    }
}

/// Texts the demo's community from new phones. Returns the time from each text to its reply, in milliseconds.
async fn ask(client: &HttpClient, db: &Db, round: usize) -> Vec<f64> {
    let text = |n: usize| {
        let from = format!("+1415{:07}", 2_000_000 + round * TEXTS + n);
        serde_json::json!({ "from": from, "to": "+12025550101", "body": QUESTIONS[n % QUESTIONS.len()] })
    };
    let sent = replies::send(client, EVERY, (0..TEXTS).map(text)).await;
    reply_times(db, &large(), &sent, TIMEOUT).await
}
