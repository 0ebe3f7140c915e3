//! Texts from Twilio, 200 per second for 20 seconds, signed and over HTTP, on both engines: the response time
//! of the webhook while the backlog is processed, the order of the replies in each conversation, and the time
//! until the backlog is empty. Replies are sent to a fake Messages API on loopback.
#![allow(clippy::unwrap_used, dead_code, reason = "it may fail, and does not use all that benchmarks share")]
use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use bytes::Bytes;
use common::{Served, line, percentile};
use database::Database;
use http::Method;
use http_client::HttpClient;
use platform::{Timestamp, clock::TurnedClock};
use serde_json::{Value, json};
use twilio::{ACCOUNT_SID, AUTH_TOKEN, Twilio};

mod common;
mod database;
mod http_client;
#[path = "../tests/it/support/loopback.rs"]
mod loopback;
#[path = "../tests/it/support/timeouts.rs"]
mod timeouts;
#[path = "../tests/it/support/twilio.rs"]
mod twilio;
mod webhook;

const EVERY: Duration = Duration::from_millis(5);
const TEXTS: usize = 4_000;
const PHONES: usize = 200;
const TIMEOUT: Duration = Duration::from_secs(300);

const HARBOR_ROW: &str = "community-harbor-row";
/// The questions that each phone asks in turn, and the beginnings of the answers.
const QUESTIONS: [(&str, &str); 3] = [
    ("When does the board meet?", "The board meets"),
    ("Is there a late fee?", "Payments that reach us"),
    ("Where do I mail a check?", "Make it out to"),
];

#[tokio::main]
async fn main() {
    let data = tempfile::tempdir().unwrap();
    measure("SQLite", data.path(), None).await;
    let database = Database::make("inbound").await;
    measure("PostgreSQL", data.path(), Some(&database.url)).await;
}

async fn measure(engine: &str, data: &std::path::Path, database: Option<&str>) {
    let twilio = Twilio::start(TurnedClock::at(Timestamp(1_800_000_000_000))).await;
    let twilio_url = twilio.url();
    let mut environment = vec![("PARLOR_TWILIO_URL", twilio_url.as_str())];
    environment.extend(database.map(|url| ("PARLOR_DATABASE_URL", url)));
    let parlor = Served::parlor(data, &environment);
    let client = connect_twilio(parlor.address).await;

    let mut ticks = tokio::time::interval(EVERY);
    let mut calls = Vec::new();
    for n in 0..TEXTS {
        let due = ticks.tick().await;
        let call = text(&client, n);
        // Includes the delay of a call that could not start in time.
        calls.push(tokio::spawn(async move {
            call.await;
            due.elapsed().as_secs_f64()
        }));
    }
    let mut waits = Vec::new();
    for call in calls {
        waits.push(call.await.unwrap());
    }
    let (ended, left) = (Instant::now(), TEXTS - twilio.calls());
    while twilio.calls() < TEXTS && ended.elapsed() < TIMEOUT {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    println!(
        "{engine}: {left} of {TEXTS} texts unanswered when the last one came in; none after another {:.1} s",
        ended.elapsed().as_secs_f64()
    );
    in_order(&twilio.texts());
    let wait = |share| percentile(&waits, share) * 1e3;
    println!(
        "{engine}: a webhook waits {:.1} ms (median), {:.1} ms (p99), {:.1} ms (longest)",
        wait(50),
        wait(99),
        wait(100)
    );
    line(&format!("{engine}: p99 of a webhook's answer, ms"), wait(99), "<=", 50.0);
}

/// Asserts that each phone got an answer to each of its questions, in the order of the questions.
fn in_order(texts: &[Value]) {
    assert_eq!(texts.len(), TEXTS, "as many answers as questions");
    for phone in 0..PHONES {
        let to = phone_number(phone);
        let heard = texts.iter().filter(|text| text["to"] == to.as_str());
        for (turn, text) in heard.enumerate() {
            let begins = QUESTIONS[turn % QUESTIONS.len()].1;
            let body = text["body"].as_str().unwrap();
            assert!(body.starts_with(begins), "{to}, answer {turn}: {body}");
        }
    }
    println!("each of {PHONES} conversations was answered in its order");
}

fn phone_number(phone: usize) -> String {
    format!("+1202556{phone:04}")
}

/// Connects Harbor Row to Twilio. Returns the client that did.
async fn connect_twilio(address: SocketAddr) -> HttpClient {
    let client = HttpClient::login(address).await;
    let account = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN });
    client.send_json(Method::PUT, "/admin/companies/company-harborline/twilio", &account).await;
    let path = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
    client.send_json(Method::PATCH, &path, &json!({ "carrier": "TWILIO" })).await;
    client
}

/// Delivers the nth text, as Twilio does.
fn text(client: &HttpClient, n: usize) -> impl Future<Output = Bytes> + use<> {
    let (from, body) = (phone_number(n % PHONES), QUESTIONS[n / PHONES % QUESTIONS.len()].0);
    let account = webhook::Account { sid: ACCOUNT_SID, token: AUTH_TOKEN };
    client.send(webhook::text(client.address, &account, n, &from, body))
}
