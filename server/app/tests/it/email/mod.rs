//! Tests of mailboxes, received emails, threads and emails of staff.
mod access;
mod attachments;
mod bot;
mod images;
mod ingestion;
mod mail_server;
mod outgoing;
mod threads;
mod watching;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use crate::support::*;

pub const MERIDIAN: &str = "mailbox-the-meridian";
pub const OSPREY: &str = "mailbox-osprey-lake";
pub const MERIDIAN_ADDRESS: &str = "office@themeridian.example";

/// Delivers a raw email to The Meridian's mailbox.
pub async fn deliver(staff: &Staff<'_>, raw: impl AsRef<[u8]>) -> Value {
    let body = json!({ "raw": STANDARD.encode(raw) });
    staff.post(&format!("/mailboxes/{MERIDIAN}/testEmails"), body).await.ok()
}

/// Returns a plain text email with header lines.
pub fn email(headers: &str, text: &str) -> String {
    format!("From: Joan Marsh <joan@example.com>\r\nTo: {MERIDIAN_ADDRESS}\r\n{headers}\r\n\r\n{text}\r\n")
}

/// Returns the ID of the thread to which an email was added.
pub fn thread_of(delivered: &Value) -> String {
    let id = delivered["threadId"].as_str().unwrap();
    assert!(!id.is_empty(), "the email was added to no thread");
    id.to_owned()
}

/// Returns a thread with its emails.
pub async fn thread(staff: &Staff<'_>, id: &str) -> Value {
    staff.get(&format!("/emailThreads/{id}")).await.ok()
}

/// Returns the threads of The Meridian's mailbox.
pub async fn threads(staff: &Staff<'_>, query: &str) -> Vec<Value> {
    let path = format!("/emailThreads?mailboxId={MERIDIAN}&{query}");
    staff.get(&path).await.ok()["threads"].as_array().unwrap().clone()
}
