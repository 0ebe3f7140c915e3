//! Texts from the carrier, with their expected outcomes.
use bytes::Bytes;
use http::Request;
use http_body_util::Full;
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use serde_json::Value;

use super::*;
use crate::messaging::twilio::{MESSAGES, signature};

const MERIDIAN_NUMBER: &str = "+12025550102";

/// The expected outcome of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The bot answers it.
    Reply,
    /// The bot escalates it.
    Escalation,
    /// The bot could answer it, but the community is in training mode.
    Training,
    /// The text opts out.
    OptOut,
}

impl Outcome {
    pub fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::Reply => (HARBOR_ROW_NUMBER, "how do i get a 2nd parking permit"),
            Self::Escalation => (HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof"),
            Self::Training => (MERIDIAN_NUMBER, "how do i get a parking permit"),
            Self::OptOut => (HARBOR_ROW_NUMBER, "STOP"),
        }
    }

    pub fn steps(self) -> &'static [&'static str] {
        match self {
            Self::Reply => {
                &["RECEIVED", "COMMUNITY_FOUND", "CONVERSATION_STATE", "ANSWERS_RANKED", "REPLIED"]
            }
            Self::Escalation => {
                &["RECEIVED", "COMMUNITY_FOUND", "CONVERSATION_STATE", "ANSWERS_RANKED", "ESCALATED"]
            }
            Self::Training => &[
                "RECEIVED",
                "COMMUNITY_FOUND",
                "CONVERSATION_STATE",
                "TRAINING_MODE",
                "ANSWERS_RANKED",
                "ESCALATED",
            ],
            Self::OptOut => &["RECEIVED", "OPTED_OUT"],
        }
    }
}

/// A text that the carrier delivers repeatedly until it gets a response.
#[derive(Clone, Debug)]
pub struct Text {
    pub phone: String,
    pub outcome: Outcome,
    pub to: &'static str,
    pub body: &'static str,
    pub sid: String,
    /// Address of a photo; empty if there is none.
    pub photo: String,
}

impl Text {
    /// Delivers the text. Returns the status of the response; `None` if the server stopped.
    pub async fn deliver_text(&self, at: &str) -> Option<u16> {
        let mut form = vec![
            ("MessageSid", self.sid.as_str()),
            ("AccountSid", ACCOUNT_SID),
            ("From", &self.phone),
            ("To", self.to),
            ("Body", self.body),
            ("NumMedia", if self.photo.is_empty() { "0" } else { "1" }),
        ];
        if !self.photo.is_empty() {
            form.extend([("MediaUrl0", self.photo.as_str()), ("MediaContentType0", "image/jpeg")]);
        }
        webhook(at, MESSAGES, &form).await
    }

    /// Delivers the carrier's report on the text that it accepted for the same phone.
    pub async fn report(&self, at: &str, accepted: &Value, status: &str) -> Option<u16> {
        let callback: http::Uri = accepted["status_callback"].as_str().unwrap().parse().unwrap();
        let form = [
            ("MessageSid", accepted["sid"].as_str().unwrap()),
            ("AccountSid", ACCOUNT_SID),
            ("From", accepted["from"].as_str().unwrap()),
            ("To", &self.phone),
            ("MessageStatus", status),
        ];
        webhook(at, callback.path_and_query().unwrap().as_str(), &form).await
    }
}

async fn webhook(at: &str, path: &str, form: &[(&str, &str)]) -> Option<u16> {
    let address = format!("{at}{path}");
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let request = Request::post(&address)
        .header("content-type", "application/x-www-form-urlencoded")
        .header("x-twilio-signature", signature(AUTH_TOKEN, &address, form))
        .body(Full::<Bytes>::from(body))
        .unwrap();
    let answer = Client::builder(TokioExecutor::new()).build_http().request(request).await.ok()?;
    Some(answer.status().as_u16())
}
