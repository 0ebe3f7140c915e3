//! Conversion to and from the contract.
use contract::v1;

use super::model::{
    Account, ChangedNumber, DEFAULT_RATE, Kind, NewAccount, NewTextlineAccount, NumberChange, TextlineAccount,
};

pub fn twilio(account: Option<&Account>, messages_url: String, status_url: String) -> v1::Twilio {
    v1::Twilio {
        configured: account.is_some(),
        account_sid: account.map(|account| account.account_sid.clone()).unwrap_or_default(),
        messages_url,
        status_url,
        segments_per_second: account.map_or(DEFAULT_RATE, |account| account.segments_per_second),
        messaging_service_sid: account
            .map(|account| account.messaging_service_sid.clone())
            .unwrap_or_default(),
        is_secret_missing: false,
    }
}

pub fn new_account(request: v1::ConfigureTwilioRequest) -> NewAccount {
    NewAccount {
        account_sid: request.account_sid,
        auth_token: request.auth_token,
        segments_per_second: request.segments_per_second,
        messaging_service_sid: request.messaging_service_sid,
    }
}

pub fn textline(account: Option<&TextlineAccount>) -> v1::Textline {
    v1::Textline {
        configured: account.is_some(),
        email: account.map(|account| account.email.clone()).unwrap_or_default(),
        is_secret_missing: false,
    }
}

pub fn new_textline_account(request: v1::ConfigureTextlineRequest) -> NewTextlineAccount {
    NewTextlineAccount { email: request.email, password: request.password, api_key: request.api_key }
}

pub fn number_change(request: &v1::SetNumberCarrierRequest) -> NumberChange {
    NumberChange {
        kind: kind(request.carrier()),
        rate: request.segments_per_second,
        group: request.group_uuid.as_deref().map(str::to_ascii_lowercase),
    }
}

pub fn changed_number(changed: &ChangedNumber) -> v1::SetNumberCarrierResponse {
    v1::SetNumberCarrierResponse {
        number: changed.settings.number.clone(),
        carrier: changed.settings.carrier as i32,
        segments_per_second: changed.settings.segments_per_second,
        previous_carrier: changed.previous as i32,
        group_uuid: changed.group.clone(),
    }
}

/// Converts a number's carrier.
fn kind(carrier: v1::NumberCarrier) -> Option<Kind> {
    Kind::try_from(carrier as i32).ok()
}
