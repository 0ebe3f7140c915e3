//! Conversion to and from the contract.
use contract::v1;

use super::model::{Account, DEFAULT_RATE, Kind};

pub fn twilio(account: Option<&Account>, messages_url: String, status_url: String) -> v1::Twilio {
    v1::Twilio {
        configured: account.is_some(),
        account_sid: account.map(|account| account.account_sid.clone()).unwrap_or_default(),
        messages_url,
        status_url,
        segments_per_second: account.map_or(DEFAULT_RATE, |account| account.segments_per_second),
    }
}

/// Converts a number's carrier.
pub fn kind(carrier: v1::NumberCarrier) -> Option<Kind> {
    Kind::try_from(carrier as i32).ok()
}
