//! Conversion to and from the contract.
use contract::v1;

use super::model::{Account, ChangedNumber, DEFAULT_RATE, Kind, NewAccount};

pub fn twilio(account: Option<&Account>, messages_url: String, status_url: String) -> v1::Twilio {
    v1::Twilio {
        configured: account.is_some(),
        account_sid: account.map(|account| account.account_sid.clone()).unwrap_or_default(),
        messages_url,
        status_url,
        segments_per_second: account.map_or(DEFAULT_RATE, |account| account.segments_per_second),
    }
}

pub fn new_account(request: v1::ConfigureTwilioRequest) -> NewAccount {
    NewAccount {
        account_sid: request.account_sid,
        auth_token: request.auth_token,
        segments_per_second: request.segments_per_second,
    }
}

pub fn changed_number(changed: &ChangedNumber) -> v1::SetNumberCarrierResponse {
    v1::SetNumberCarrierResponse {
        number: changed.settings.number.clone(),
        carrier: changed.settings.carrier as i32,
        segments_per_second: changed.settings.segments_per_second,
        previous_carrier: changed.previous as i32,
    }
}

/// Converts a number's carrier.
pub fn kind(carrier: v1::NumberCarrier) -> Option<Kind> {
    Kind::try_from(carrier as i32).ok()
}
