//! Twilio's Messages API, version 2010-04-01: <https://www.twilio.com/docs/messaging/api/message-resource>.
//!
//! Creating a message is not idempotent there. So only what certainly did not arrive counts as
//! away: a connection that was never made, an answer that says so. Everything else is unknown.
mod answer;
mod form;
mod signature;
mod wire;

use std::sync::Arc;

use async_trait::async_trait;
use form_urlencoded::Serializer;
use http::Method;
use platform::Clock;

pub use answer::status;
pub use form::Form;
pub use signature::is_genuine;

use super::{Carrier, Outcome, Parcel, Sighting, model::Account};
use wire::{Failed, Wire};

/// Twilio, for all companies.
pub struct Twilio {
    wire: Wire,
    /// Where it reports what became of a text.
    status_url: String,
}

/// Twilio, for one of them.
pub struct OfCompany {
    twilio: Arc<Twilio>,
    account: Account,
}

/// The most texts that are looked at to find one again.
const PAGE: usize = 100;

impl Twilio {
    /// Twilio at an address, told to report to `public_url`.
    #[must_use]
    pub fn new(base: &str, public_url: &str, clock: Arc<dyn Clock>) -> Self {
        Self { wire: Wire::new(base, clock), status_url: super::webhooks::status_url(public_url) }
    }

    /// With a company's account.
    #[must_use]
    pub fn with(self: Arc<Self>, account: Account) -> OfCompany {
        OfCompany { twilio: self, account }
    }
}

#[async_trait]
impl Carrier for OfCompany {
    async fn send(&self, parcel: &Parcel<'_>) -> Outcome {
        let report_to = format!("{}?attempt={}", self.twilio.status_url, parcel.id);
        let form = Serializer::new(String::new())
            .append_pair("To", parcel.to.as_str())
            .append_pair("From", parcel.from)
            .append_pair("Body", parcel.body)
            .append_pair("StatusCallback", &report_to)
            .finish();
        match self.twilio.wire.call(&self.account, Method::POST, "", form).await {
            Ok(answer) => answer::to_sending(&answer),
            Err(Failed::NotConnected(why)) => Outcome::Away { why },
            Err(Failed::Midway(why)) => Outcome::Unknown { why },
        }
    }

    async fn trace(&self, parcel: &Parcel<'_>) -> Result<Vec<Sighting>, String> {
        // Without DateSent: a text that Twilio has not passed on yet has none.
        let query = Serializer::new(String::from("?"))
            .append_pair("To", parcel.to.as_str())
            .append_pair("From", parcel.from)
            .append_pair("PageSize", &PAGE.to_string())
            .finish();
        match self.twilio.wire.call(&self.account, Method::GET, &query, String::new()).await {
            Ok(answer) => answer::to_tracing(&answer),
            Err(Failed::NotConnected(why) | Failed::Midway(why)) => Err(why),
        }
    }
}
