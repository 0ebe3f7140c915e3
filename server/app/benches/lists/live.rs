//! Measures the delay until an open inbox shows a change: from just before the commit until its event has
//! arrived and the newest page has been read again.
use std::{net::SocketAddr, time::Duration};

use http::Method;
use platform::{Clock, clock::SystemClock};
use serde_json::json;

use super::{
    Reader,
    common::{line, percentile},
    event_stream::EventStream,
    http_client::HttpClient,
    inbox,
};

const TEXTS: usize = 200;
const EVERY: Duration = Duration::from_millis(150);
const PATIENCE: Duration = Duration::from_secs(30);

pub async fn measure(engine: &str, address: SocketAddr) {
    let (company, page) = (&inbox::LIST.large, &inbox::NEWEST_WITH_TESTS);
    let reader = Reader::new(address, company, page).await;
    let client = HttpClient::login_as(address, company.administrator).await;
    let mut events = EventStream::open(address, &client.token).await;
    let texts = tokio::spawn(send_texts(client));
    let mut waits = Vec::new();
    let mut shown = String::new();
    while !shown.contains(&phone(TEXTS - 1)) {
        let event = tokio::time::timeout(PATIENCE, events.next()).await.expect("an event of each text");
        let event = event.expect("a stream that stays open");
        shown = reader.body(page).await.1;
        let at = event.at.unwrap();
        let at = at.seconds * 1_000 + i64::from(at.nanos) / 1_000_000;
        #[allow(clippy::cast_precision_loss, reason = "a few milliseconds")]
        waits.push((SystemClock.now().0 - at) as f64);
    }
    texts.await.unwrap();
    let median = percentile(&waits, 50);
    println!("{engine}: inbox: a change is shown after {median:.0} ms (median of {})", waits.len());
    line(&format!("{engine}: inbox: p99 until a change is shown, ms"), percentile(&waits, 99), "<=", 100.0);
}

/// Sends texts that the bot leaves to staff.
async fn send_texts(client: HttpClient) {
    let mut ticks = tokio::time::interval(EVERY);
    for n in 0..TEXTS {
        ticks.tick().await;
        let text = json!({ "from": phone(n), "to": "+12025550101", "body": "Can someone tune the piano in the lounge?" });
        client.send_json(Method::POST, "/handset/messages", &text).await;
    }
}

fn phone(n: usize) -> String {
    format!("+1415555{:04}", 1_000 + n)
}
