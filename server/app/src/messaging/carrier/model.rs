//! Delivery attempts, and responses of carriers.
use platform::{Timestamp, ids::CommunityId};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::messaging::thread::{MessageId, Status};

platform::db_enum! {
    /// The carrier of a phone number.
    Kind {
        /// The built-in test phone.
        TestPhone = 1,
        /// Twilio.
        Twilio = 2,
        /// Textline.
        Textline = 3,
    }
}

platform::db_enum! {
    /// The state of a delivery attempt.
    State {
        /// The carrier is being called. If another worker finds this state, the call was interrupted.
        Sending = 1,
        /// The carrier accepted the text.
        Accepted = 2,
        /// The carrier refused the text.
        Refused = 3,
        /// The carrier may have accepted the text or not.
        Unknown = 4,
        /// The carrier does not have the text; it will be sent again.
        Waiting = 5,
        /// The text was not sent to the carrier, because the resident opted out.
        Withheld = 6,
    }
}

/// An attempt to send a text.
#[derive(Clone, Debug, FromRow)]
pub struct Delivery {
    pub id: String,
    pub message_id: MessageId,
    #[sqlx(try_from = "i32")]
    pub state: State,
    pub sid: Option<String>,
    pub tries: i32,
    pub tried_ms: Timestamp,
    /// Number of times that the carrier was asked for the status.
    pub lookups: i32,
    /// Whether a later attempt exists.
    pub superseded: bool,
}

/// The result of sending a text to a carrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The carrier accepted the text.
    Accepted {
        /// The carrier's id of the text.
        sid: String,
        /// The status at the carrier.
        status: Status,
    },
    /// The text is already on the phone.
    Delivered,
    /// The carrier permanently refused the text.
    Refused {
        /// The carrier's error code.
        code: Option<i32>,
        /// The reason and what to do, for staff.
        words: String,
    },
    /// The carrier is too busy; the text was not accepted.
    Busy {
        /// Seconds to wait, if the carrier specified them.
        wait: Option<u64>,
    },
    /// The carrier could not be reached or turned the text away unprocessed; the text was not accepted.
    Away {
        /// The reason.
        why: String,
        /// Minimum number of seconds to wait, if the carrier specified it.
        wait: Option<u64>,
    },
    /// The carrier may have accepted the text or not.
    Unknown {
        /// The reason.
        why: String,
    },
}

/// A text as the carrier describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderMessage {
    /// The carrier's id of the text.
    pub sid: String,
    /// The status at the carrier.
    pub status: Status,
    /// The carrier's error code, if the text did not arrive.
    pub code: Option<i32>,
    /// The text.
    pub body: String,
    /// When the carrier accepted the text.
    pub created: Timestamp,
}

platform::db_enum! {
    /// Why texts do not leave.
    CarrierProblem {
        /// The carrier refuses the company's account.
        AccountRefused = 1,
        /// The carrier refuses the number.
        NumberRefused = 2,
        /// The carrier fails or does not respond.
        Failing = 3,
    }
}

/// What is stored about a number, or about an account, which has the name of its carrier instead of a number.
#[derive(FromRow)]
pub struct CarrierHealth {
    pub number: String,
    /// The number of a [`CarrierProblem`]; 0 without one.
    pub problem: i32,
    /// When the carrier last accepted a text, to within five minutes.
    pub accepted_ms: Option<Timestamp>,
}

/// A number of a community, with the problem of its account or else its own.
#[derive(FromRow)]
pub struct NumberRow {
    pub community_id: CommunityId,
    pub community_tag: String,
    pub number: String,
    #[sqlx(try_from = "i32")]
    pub carrier: Kind,
    /// The number of a [`CarrierProblem`]; 0 without one.
    pub problem: i32,
    pub reason: String,
    pub since_ms: Option<Timestamp>,
    pub accepted_ms: Option<Timestamp>,
}

/// A carrier's report on a text.
pub struct Report<'a> {
    pub sid: &'a str,
    pub status: Status,
    pub code: Option<i32>,
}

/// A number that texts are sent from.
#[derive(FromRow)]
pub struct NumberSettings {
    pub number: String,
    #[sqlx(try_from = "i32")]
    pub carrier: Kind,
    /// Segments per second that the carrier accepts from the number.
    pub segments_per_second: i32,
}

/// A number after a change of its settings.
pub struct ChangedNumber {
    pub settings: NumberSettings,
    /// The carrier before the change.
    pub previous: Kind,
    /// The number's group at Textline; empty if it has none.
    pub group: String,
    /// The group before the change.
    pub previous_group: String,
}

/// A change of a number's settings. Unset fields keep their values.
pub struct NumberChange {
    pub kind: Option<Kind>,
    /// Segments per second.
    pub rate: Option<i32>,
    /// The group at Textline, in lowercase.
    pub group: Option<String>,
}

/// A company's account at Textline. Only the email address is shown.
#[derive(Clone, Serialize, Deserialize)]
pub struct TextlineAccount {
    /// Email address of the user in whose name texts are sent.
    pub email: String,
    pub password: String,
    /// The API key of the organization.
    pub api_key: String,
}

/// The account at Textline that a company sets. If all fields are empty, the account is removed.
pub struct NewTextlineAccount {
    pub email: String,
    pub password: String,
    pub api_key: String,
}

/// A company's account at Textline after a change.
pub struct ConfiguredTextline {
    pub account: Option<TextlineAccount>,
    /// The secret in the webhook's address, if the account is new.
    pub webhook_secret: Option<String>,
}

/// The account at Twilio that a company sets. Without SID and token, the account is removed.
pub struct NewAccount {
    pub account_sid: String,
    pub auth_token: String,
    /// Unset keeps the rate.
    pub segments_per_second: Option<i32>,
    /// Empty removes the messaging service, unset keeps it.
    pub messaging_service_sid: Option<String>,
}

/// A company's account at Twilio. The token is never shown.
#[derive(Clone, Serialize, Deserialize)]
pub struct Account {
    pub account_sid: String,
    pub auth_token: String,
    /// Maximum number of segments per second that the account sends for blasts.
    #[serde(default = "default_rate")]
    pub segments_per_second: i32,
    /// The messaging service through which texts of blasts are sent; empty if there is none.
    #[serde(default)]
    pub messaging_service_sid: String,
}

/// The default rate of an account, in segments per second.
pub const DEFAULT_RATE: i32 = 100;

fn default_rate() -> i32 {
    DEFAULT_RATE
}
