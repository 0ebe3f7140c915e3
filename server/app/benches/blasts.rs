//! A text blast to a million homeowners, on both engines: its review, how fast its recipients are written
//! compared with a plain loop over SQLite's C library and with COPY, pages of recipients at any depth, how
//! fast its texts are sent to a carrier on loopback compared with graphile-worker making the same calls, and
//! replies to residents meanwhile.
#![allow(clippy::unwrap_used, dead_code, reason = "it may fail, and does not use all that benchmarks share")]
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use carrier::{ACCOUNT_SID, AUTH_TOKEN, Carrier};
use common::{Served, line, measures_sqlite, median, percentile};
use contract::v1::ListBlastRecipientsRequest;
use database::Database;
use graphile::Graphile;
use http::Method;
use http_client::HttpClient;
use platform::{Db, Scope, ids::CompanyId};
use prost::Message;
use serde_json::{Value, json};
use sqlx::Executor;

mod bulk;
#[path = "blasts/carrier.rs"]
mod carrier;
mod common;
mod database;
#[path = "graphile/mod.rs"]
mod graphile;
#[path = "blasts/homeowners.rs"]
mod homeowners;
mod http_client;
#[path = "../tests/it/support/loopback.rs"]
mod loopback;
#[path = "blasts/reference.rs"]
mod reference;
#[path = "../tests/it/support/timeouts.rs"]
mod timeouts;
mod webhook;

const HARBORLINE: &str = "company-harborline";
const HARBOR_ROW: &str = "community-harbor-row";
/// Number of texts that are sent before the rate is measured.
const WARM_UP: usize = 2_000;
const DRAIN: Duration = Duration::from_secs(20);
/// Number of replies that are measured in each phase, and the time between two.
const REPLIES: usize = 1_000;
const REPLY_INTERVAL: Duration = Duration::from_millis(50);
/// Number of calls that graphile-worker makes at the same time.
const CALLS_AT_ONCE: usize = 50;
const JOBS: i64 = 20_000;

#[tokio::main]
async fn main() {
    // Fewer homeowners serve to try the benchmark itself.
    let people = std::env::var("PARLOR_BLAST_RECIPIENTS").map_or(1_000_000, |text| text.parse().unwrap());
    let data = tempfile::tempdir().unwrap();
    if measures_sqlite() {
        drop(Served::parlor(data.path(), &[]));
        let db = Db::sqlite(&data.path().join("parlor.db"), &app::MIGRATIONS).await.unwrap();
        homeowners::load(&db, people).await;
        let blast = Blast { engine: "SQLite", people, db };
        let written = blast.measure(data.path(), None).await;
        let reference = reference::sqlite(&data.path().join("parlor.db"), people);
        compare("SQLite", "a loop over the C library", written, reference);
    }

    let Database { url, mut superuser, .. } = Database::make("blasts").await;
    drop(Served::parlor(data.path(), &[("PARLOR_DATABASE_URL", &url)]));
    let db = Db::postgres(&url).await.unwrap();
    homeowners::load(&db, people).await;
    superuser.execute("VACUUM ANALYZE").await.unwrap();
    let blast = Blast { engine: "PostgreSQL", people, db };
    let written = blast.measure(data.path(), Some(&url)).await;
    compare("PostgreSQL", "COPY", written, reference::postgres(&mut superuser, people).await);
}

/// Prints the rate at which the recipients were written, in rows per second.
fn compare(engine: &str, reference_name: &str, rate: f64, reference: f64) {
    println!("{engine}: {rate:.0} recipients written a second; {reference_name}: {reference:.0}");
    line(&format!("{engine}: recipients written a second / {reference_name}"), rate / reference, ">=", 0.5);
}

struct Blast {
    engine: &'static str,
    people: i64,
    db: Db,
}

impl Blast {
    /// Measures a blast. Returns the number of recipients written per second.
    async fn measure(&self, data: &std::path::Path, database: Option<&str>) -> f64 {
        let engine = self.engine;
        let carrier = Carrier::start().await;
        let mut environment = vec![("PARLOR_TWILIO_URL", carrier.url.as_str())];
        environment.extend(database.map(|url| ("PARLOR_DATABASE_URL", url)));
        let parlor = Served::parlor(data, &environment);
        let client = HttpClient::login(parlor.address).await;
        let account =
            json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN, "segmentsPerSecond": 10_000 });
        client.send_json(Method::PUT, &format!("/admin/companies/{HARBORLINE}/twilio"), &account).await;
        let path = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
        client.send_json(Method::PATCH, &path, &json!({ "carrier": "TWILIO" })).await;
        self.replies(&client, &carrier, 0).await;
        let quiet = self.replies(&client, &carrier, 1).await;

        let path = self.draft(&client).await;
        let mut reviews = Vec::new();
        for _ in 0..5 {
            let begun = Instant::now();
            client.get(&format!("{path}/review")).await;
            reviews.push(begun.elapsed().as_secs_f64());
        }
        line(
            &format!("{engine}: review of {} homeowners, s", self.people),
            percentile(&reviews, 100),
            "<=",
            5.0,
        );

        let before = parlor.resident_mb();
        let emergency = json!({ "isEmergency": true, "emergencyReason": "The utility found a gas leak." });
        client.send_json(Method::POST, &format!("{path}/schedule"), &emergency).await;
        let (took, most_mb) = self.expanded(&parlor).await;
        line(
            &format!("{engine}: memory while recipients are written, MB more"),
            most_mb - before,
            "<=",
            100.0,
        );

        let already = carrier.texts();
        while carrier.texts() < already + WARM_UP {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let (begun, from) = (Instant::now(), carrier.texts());
        tokio::time::sleep(DRAIN).await;
        #[allow(clippy::cast_precision_loss, reason = "a rate")]
        let rate = (carrier.texts() - from) as f64 / begun.elapsed().as_secs_f64();
        line(&format!("{engine}: texts handed to the carrier a second"), rate, ">=", 2_000.0);
        let busy = self.replies(&client, &carrier, 2).await;
        println!("{engine}: a reply takes {quiet:.1} ms without a blast, {busy:.1} ms during one (p99)");
        line(&format!("{engine}: p99 of a reply during a blast / without"), busy / quiet, "<=", 1.5);

        client.send_json(Method::POST, &format!("{path}/cancel"), &json!({})).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        let after_a_second = carrier.texts();
        tokio::time::sleep(Duration::from_secs(2)).await;
        #[allow(clippy::cast_precision_loss, reason = "a count")]
        let late = (carrier.texts() - after_a_second) as f64;
        line(&format!("{engine}: texts later than a second after Cancel"), late, "<=", 0.0);
        self.pages(&client, &path).await;

        if database.is_some() {
            let form = "To=%2B13035000000&From=%2B12025550101&Body=Harbor+Row%3A+leave+the+building.";
            let theirs = Graphile::install();
            let url = format!("{}/2010-04-01/Accounts/{ACCOUNT_SID}/Messages.json", carrier.url);
            let theirs =
                theirs.rate("graphile_calls", CALLS_AT_ONCE, JOBS, &[&url, form, "Basic YTpi"]).await;
            println!("calls a second: {rate:.0}, graphile-worker {theirs:.0}");
            line(
                "PostgreSQL: texts a second / graphile-worker doing the same calls",
                rate / theirs,
                ">=",
                1.0,
            );
        }
        #[allow(clippy::cast_precision_loss, reason = "a rate")]
        let people = self.people as f64;
        people / took
    }

    /// Creates a draft of a blast to all homeowners. Returns its path.
    async fn draft(&self, client: &HttpClient) -> String {
        let communities: Vec<String> = homeowners::communities(self.people).collect();
        let draft = json!({
            "title": "Gas leak",
            "body": "{{community}}: leave the building.",
            "audience": { "filter": { "communityIds": communities } },
        });
        let created = client.send_json(Method::POST, "/blasts", &draft).await;
        let created: Value = serde_json::from_slice(&created).unwrap();
        format!("/blasts/{}", created["blast"]["_id"].as_str().unwrap())
    }

    /// Waits until the recipients of the scheduled blast are written. Returns the seconds since its start,
    /// and the peak memory of the server.
    async fn expanded(&self, parlor: &Served) -> (f64, f64) {
        let scope = Scope::of_company(&CompanyId(HARBORLINE.into()));
        let mut most_mb = parlor.resident_mb();
        loop {
            tokio::time::sleep(Duration::from_millis(20)).await;
            most_mb = most_mb.max(parlor.resident_mb());
            let mut tx = self.db.read(&scope).await.unwrap();
            let (starts, state, pending): (i64, i32, i64) = tx
                .query(
                    "SELECT b.starts_ms, b.state, (SELECT count(*) FROM blast_community c
                         WHERE c.company_id = $1 AND c.blast_id = b.id AND NOT c.expanded)
                     FROM blast b WHERE b.company_id = $1 AND b.title = 'Gas leak'",
                )
                .bind(HARBORLINE)
                .one()
                .await
                .unwrap();
            drop(tx);
            // 3 is the number of a running blast in the contract.
            if state == 3 && pending == 0 {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
                let starts = Duration::from_millis(u64::try_from(starts).unwrap());
                return ((now - starts).as_secs_f64(), most_mb);
            }
        }
    }

    /// Measures pages of recipients at the beginning of the list and deep in it, alternating.
    async fn pages(&self, client: &HttpClient, path: &str) {
        let method = "/parlor.v1.BlastService/ListBlastRecipients".into();
        let call = platform::request::Call { method, ..Default::default() };
        let id = path.rsplit('/').next().unwrap().to_owned();
        let request = ListBlastRecipientsRequest { id, ..Default::default() };
        let deep = platform::request::within(call, async {
            platform::request::bind_filters(&request.encode_to_vec());
            platform::paging::token(&(self.people * 9 / 10))
        })
        .await;
        let (mut firsts, mut deeps) = (Vec::new(), Vec::new());
        for _ in 0..200 {
            for (token, times) in [("", &mut firsts), (deep.as_str(), &mut deeps)] {
                let begun = Instant::now();
                let page = client.get(&format!("{path}/recipients?limit=50&pageToken={token}")).await;
                let page: Value = serde_json::from_slice(&page).unwrap();
                times.push(begun.elapsed().as_secs_f64());
                assert_eq!(page["recipients"].as_array().map(Vec::len), Some(50), "{page}");
            }
        }
        let (first, deep) = (median(firsts), median(deeps));
        println!(
            "{}: a page of recipients {:.2} ms, a deep one {:.2} ms",
            self.engine,
            first * 1e3,
            deep * 1e3
        );
        line(&format!("{}: a deep page of recipients / the first", self.engine), deep / first, "<=", 1.2);
    }

    /// Texts Harbor Row at a fixed interval. Returns the p99 of the time until the reply arrives at the
    /// carrier, in milliseconds.
    async fn replies(&self, client: &HttpClient, carrier: &Carrier, phase: usize) -> f64 {
        let mut ticks = tokio::time::interval(REPLY_INTERVAL);
        let mut sent = Vec::new();
        for n in 0..REPLIES {
            ticks.tick().await;
            let n = phase * REPLIES + n;
            let phone = format!("+1202556{n:04}");
            carrier.watch(&phone);
            let account = webhook::Account { sid: ACCOUNT_SID, token: AUTH_TOKEN };
            let text = webhook::text(client.address, &account, n, &phone, "When does the board meet?");
            sent.push((phone, Instant::now()));
            tokio::spawn(client.send(text));
        }
        let mut times = Vec::with_capacity(REPLIES);
        for (phone, at) in sent {
            let arrival = loop {
                if let Some(arrival) = carrier.arrival(&phone) {
                    break arrival;
                }
                assert!(at.elapsed() < Duration::from_secs(120), "no reply to {phone}");
                tokio::time::sleep(Duration::from_millis(5)).await;
            };
            times.push((arrival - at).as_secs_f64() * 1e3);
        }
        percentile(&times, 99)
    }
}
