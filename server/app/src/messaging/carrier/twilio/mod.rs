//! Twilio's Messages API, version 2010-04-01: <https://www.twilio.com/docs/messaging/api/message-resource>.
//!
//! Creating a message at Twilio is not idempotent. A text counts as not sent only if that is certain: the
//! connection was never made, or the response says so. Every other outcome is unknown, also a server error: the
//! message may have been created before.
mod form;
mod http_client;
mod media;
mod response;
mod signature;

use std::sync::Arc;

use async_trait::async_trait;
use form_urlencoded::Serializer;
use http::Method;
use platform::Clock;

pub use form::Form;
pub use media::{MediaClient, MediaError, read as read_file};
pub use response::status;
pub use signature::is_signature_valid;

use super::{Carrier, OutboundSms, Outcome, ProviderMessage, model::Account};
use crate::messaging::photo;
use http_client::{Failed, HttpClient};

/// The client for all companies.
pub struct Twilio {
    http: HttpClient,
    /// Address to which Twilio reports statuses.
    status_url: String,
}

/// The client with a company's account.
pub struct CompanyClient {
    twilio: Arc<Twilio>,
    account: Account,
}

/// Maximum number of texts that are searched for an unconfirmed one.
const PAGE: usize = 100;

impl Twilio {
    /// Creates a client for an API address that reports to `public_url`.
    #[must_use]
    pub fn new(base: &str, public_url: &str, clock: Arc<dyn Clock>) -> Self {
        Self {
            http: HttpClient::new(base, clock),
            status_url: super::twilio_webhooks::status_url(public_url),
        }
    }

    /// Returns the client with a company's account.
    #[must_use]
    pub fn with(self: Arc<Self>, account: Account) -> CompanyClient {
        CompanyClient { twilio: self, account }
    }
}

/// Returns the form that creates a message and has its status reported to `report_to`. Twilio sends it from the number
/// of the community, also through a messaging service, which would choose a number only without `From`.
fn form_of(account: &Account, outbound_sms: &OutboundSms<'_>, report_to: &str) -> String {
    let mut form = Serializer::new(String::new());
    form.append_pair("To", outbound_sms.to.as_str())
        .append_pair("From", outbound_sms.from)
        .append_pair("StatusCallback", report_to);
    // The placeholder for photos without words is for staff.
    if outbound_sms.media_urls.is_empty() || !photo::is_placeholder(outbound_sms.body) {
        form.append_pair("Body", outbound_sms.body);
    }
    for url in outbound_sms.media_urls {
        form.append_pair("MediaUrl", url);
    }
    if outbound_sms.is_of_blast && !account.messaging_service_sid.is_empty() {
        form.append_pair("MessagingServiceSid", &account.messaging_service_sid);
    }
    if let Some(seconds) = outbound_sms.validity_seconds {
        form.append_pair("ValidityPeriod", &seconds.to_string());
    }
    form.finish()
}

#[async_trait]
impl Carrier for CompanyClient {
    async fn send(&self, outbound_sms: &OutboundSms<'_>) -> Outcome {
        let report_to = format!("{}?attempt={}", self.twilio.status_url, outbound_sms.id);
        let form = form_of(&self.account, outbound_sms, &report_to);
        match self.twilio.http.call(&self.account, Method::POST, "", form).await {
            Ok(response) => response::to_sending(&response),
            Err(Failed::NotConnected(why)) => Outcome::Away { why, wait: None },
            Err(Failed::Midway(why)) => Outcome::Unknown { why },
        }
    }

    async fn lookup(&self, outbound_sms: &OutboundSms<'_>) -> Result<Vec<ProviderMessage>, String> {
        // The query has no DateSent, because a text that Twilio has not sent yet has none.
        let query = Serializer::for_suffix(String::from("?"), 1)
            .append_pair("To", outbound_sms.to.as_str())
            .append_pair("From", outbound_sms.from)
            .append_pair("PageSize", &PAGE.to_string())
            .finish();
        match self.twilio.http.call(&self.account, Method::GET, &query, String::new()).await {
            Ok(response) => response::to_tracing(&response),
            Err(Failed::NotConnected(why) | Failed::Midway(why)) => Err(why),
        }
    }
}
