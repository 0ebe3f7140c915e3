//! Replies to residents, as they are stored.
use std::{
    collections::HashMap,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use http::Method;
use platform::{Db, Scope};
use serde_json::Value;

use crate::http_client::HttpClient;

/// The time at which the text of each phone was sent, in milliseconds since 1970.
pub type Sent = HashMap<String, f64>;

/// Sends texts to the test phone, one in each interval. Each is from another phone.
pub async fn send(client: &HttpClient, interval: Duration, texts: impl IntoIterator<Item = Value>) -> Sent {
    let mut ticks = tokio::time::interval(interval);
    let (mut sent, mut calls) = (Sent::new(), Vec::new());
    for text in texts {
        ticks.tick().await;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64() * 1e3;
        sent.insert(text["from"].as_str().unwrap().to_owned(), now);
        calls.push(tokio::spawn(client.send_json(Method::POST, "/handset/messages", &text)));
    }
    for call in calls {
        call.await.unwrap();
    }
    sent
}

/// Waits until all texts, which are from phones in area code 415, have a reply. Returns the time from each text to its
/// stored reply, in milliseconds.
pub async fn reply_times(db: &Db, scope: &Scope, sent: &Sent, timeout: Duration) -> Vec<f64> {
    let (begun, texts) = (Instant::now(), sent.len());
    let since = sent.values().copied().fold(f64::INFINITY, f64::min).floor() as i64;
    loop {
        let mut tx = db.read(scope).await.unwrap();
        let sql = "SELECT v.phone, MAX(m.created_ms) FROM message m
                   JOIN conversation v ON v.company_id = m.company_id AND v.id = m.conversation_id
                   WHERE m.company_id = 'company-harborline' AND m.created_ms >= $1 AND v.phone LIKE '+1415%'
                   GROUP BY v.phone HAVING COUNT(*) >= 2";
        let replies: Vec<(String, i64)> = tx.query(sql).bind(since).all().await.unwrap();
        drop(tx);
        if replies.len() >= texts {
            // A stored time is the beginning of its millisecond.
            return replies.iter().map(|(phone, stored)| *stored as f64 + 0.5 - sent[phone]).collect();
        }
        assert!(begun.elapsed() < timeout, "{} of {texts} texts have a reply", replies.len());
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}
