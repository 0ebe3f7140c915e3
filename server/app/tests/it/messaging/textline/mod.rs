//! Textline: a company's account, inbound and outbound texts, failures, and the health of numbers.
mod account;
mod both_carriers;
mod failures;
mod health;
mod inbound;
mod sending;

use std::time::Duration;

use http::Request;
use http_body_util::Full;
use serde_json::{Value, json};

use super::twilio::steps;
use crate::support::*;

const PUBLIC: &str = "https://parlor.example";
const PHONE: &str = "+12025550171";
/// The phone as Textline writes it.
const SHOWN_PHONE: &str = "(202) 555-0171";
const COVERED: &str = "how do i get a 2nd parking permit";
const ACCOUNT: &str = "/admin/companies/company-harborline/textline";
const MERIDIAN: &str = "community-the-meridian";
const LARKSPUR: &str = "community-larkspur-commons";

/// Harborline's connection to Textline.
struct Connection<'s> {
    server: &'s TestServer,
    dana: Staff<'s>,
    /// Path of the webhook, with its secret.
    webhook: String,
}

/// Returns the settings of the account that the fake server accepts.
fn settings() -> Value {
    json!({ "email": TEXTLINE_EMAIL, "password": TEXTLINE_PASSWORD, "apiKey": TEXTLINE_API_KEY })
}

/// Returns the path of a webhook's URL.
fn path_of(url: &Value) -> String {
    url.as_str().unwrap().strip_prefix(PUBLIC).unwrap().to_owned()
}

/// Sets up Harborline's account.
async fn set_up(server: &TestServer) -> Connection<'_> {
    let dana = server.harborline_admin().await;
    let configured = dana.put(ACCOUNT, settings()).await.ok();
    let webhook = path_of(&configured["webhookUrl"]);
    Connection { server, dana, webhook }
}

/// Connects Harbor Row to Textline.
async fn connect(server: &TestServer) -> Connection<'_> {
    let connection = set_up(server).await;
    connection.switch(HARBOR_ROW, GROUP).await.ok();
    connection
}

impl Connection<'_> {
    /// Switches a community's number to a group at Textline.
    async fn switch(&self, community: &str, group: &str) -> Answer {
        let path = format!("/admin/textCommunities/{community}/carrier");
        self.dana.patch(&path, json!({ "carrier": "TEXTLINE", "groupUuid": group })).await
    }

    /// Calls a webhook.
    async fn call(&self, path: &str, payload: &Value) -> Answer {
        let request = Request::post(format!("http://{}{path}", self.server.address))
            .header("content-type", "application/json")
            .body(Full::from(payload.to_string()))
            .unwrap();
        self.server.send(request).await
    }

    /// Reports a text to the group of Harbor Row as Textline does, which must be accepted.
    async fn text(&self, body: &str) {
        let answer = self.call(&self.webhook, &self.payload(body)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        self.server.settled().await;
    }

    /// Returns the payload for a text to the group of Harbor Row.
    fn payload(&self, body: &str) -> Value {
        let conversation = Textline::conversation(GROUP, PHONE);
        json!({
            "conversation": {
                "customer": {
                    "uuid": "deb79a6a-0652-4e14-86f2-dc8c5c502369", "phone_number": SHOWN_PHONE, "tags": [],
                    "blocked": false, "reachable": true,
                },
                "resolved": true, "uuid": conversation, "something_new": { "a": [1] },
            },
            "post": {
                "body": body, "attachments": [], "conversation_uuid": conversation,
                "created_at": self.seconds(), "creator": { "name": "Ann", "type": "customer" },
            },
        })
    }

    /// Returns the payload for a text from a phone to a group.
    fn payload_to(&self, group: &str, phone: &str, body: &str) -> Value {
        let mut payload = self.payload(body);
        let conversation = json!(Textline::conversation(group, phone));
        payload["conversation"]["customer"]["phone_number"] = json!(phone);
        payload["conversation"]["uuid"] = conversation.clone();
        payload["post"]["conversation_uuid"] = conversation;
        payload
    }

    /// Returns the time in seconds since 1970.
    fn seconds(&self) -> i64 {
        self.server.now().parse::<jiff::Timestamp>().unwrap().as_second()
    }

    /// Returns the texts of Harbor Row with the phone, oldest first, as staff see them.
    async fn texts(&self) -> Vec<Value> {
        super::twilio::texts(&self.dana, PHONE).await
    }

    /// Returns the last text to the phone.
    async fn last(&self) -> Value {
        self.texts().await.into_iter().rfind(|text| text["direction"] == "OUTBOUND").expect("a text")
    }
}

fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}
