//! Chatwoot: the connection, mirrored texts, and agents' replies.
mod connection;
mod mirroring;
mod notes;
mod webhooks;

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    messaging::twilio::{text_from, texts, twilio_for},
    support::*,
};

const PATH: &str = "/admin/companies/company-harborline/chatwoot";
const PHONE: &str = "+12025550171";
/// Longer than the time in which a reply can be undone.
const UNTIL_SENT: Duration = Duration::from_secs(11);

pub fn settings(chatwoot: &Chatwoot, more: Value) -> Value {
    let mut settings = json!({
        "baseUrl": chatwoot.url(), "accountId": CHATWOOT_ACCOUNT, "inboxId": CHATWOOT_INBOX,
        "apiAccessToken": CHATWOOT_TOKEN, "webhookSecret": CHATWOOT_SECRET,
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        settings[name] = value.clone();
    }
    settings
}

pub async fn configure(server: &TestServer, staff: &Staff<'_>, settings: Value) -> Answer {
    server.rest("PUT", PATH, &staff.token, Some(settings)).await
}

/// Connects Harborline to Chatwoot, and Harbor Row to Twilio. Returns the administrator.
async fn connect<'s>(server: &'s TestServer, chatwoot: &Chatwoot) -> Staff<'s> {
    let dana = twilio_for(server, HARBOR_ROW).await;
    configure(server, &dana, settings(chatwoot, json!({}))).await.ok();
    dana
}

/// Sends a resident's text, and waits until it is handled and mirrored.
async fn send_resident_text(server: &TestServer, body: &str) {
    text_from(server, PHONE, HARBOR_ROW_NUMBER, body).await;
    server.settled().await;
}

fn pair(kind: &str, content: &str) -> (String, String) {
    (kind.to_owned(), content.to_owned())
}

/// Returns the ID of the conversation with the phone.
async fn conversation(staff: &Staff<'_>) -> Value {
    let path = format!("/textConversations?communityId={HARBOR_ROW}&limit=200");
    let list = staff.get(&path).await.ok();
    list["conversations"].as_array().unwrap().iter().find(|c| c["phone"] == PHONE).unwrap().clone()
}
