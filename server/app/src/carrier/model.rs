//! A text on its way with a carrier.
use platform::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::conversation::{MessageId, Status};

platform::stored! {
    /// Who brings a number's texts.
    Kind {
        /// The built-in handset.
        Handset = 1,
        /// Twilio.
        Twilio = 2,
    }
}

platform::stored! {
    /// Where an attempt stands.
    State {
        /// It is being handed over. Found so by another worker, it died in the middle of it.
        Sending = 1,
        /// The carrier has it.
        Accepted = 2,
        /// The carrier does not take it.
        Refused = 3,
        /// It may have got there or not.
        Unknown = 4,
        /// It has not got there, and is tried again.
        Waiting = 5,
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
    pub asked: i32,
    /// Another attempt came after it.
    pub past: bool,
}

/// What became of handing a text over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The carrier has it.
    Accepted {
        /// The carrier's name for it.
        sid: String,
        /// Where it stands.
        status: Status,
    },
    /// It is on the phone already.
    Delivered,
    /// The carrier does not take it, and never will.
    Refused {
        /// Why, as the carrier numbers it.
        code: Option<i32>,
        /// Why, and what to do.
        words: String,
    },
    /// Not now: the carrier has too much to do.
    Busy {
        /// How many seconds to wait.
        wait: Option<u64>,
    },
    /// The carrier could not be reached, or failed. The text is not there.
    Away {
        /// What happened.
        why: String,
    },
    /// It may have got there or not.
    Unknown {
        /// What happened.
        why: String,
    },
}

/// A text that the carrier knows about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The carrier's name for it.
    pub sid: String,
    /// Where it stands.
    pub status: Status,
    /// Why it did not arrive, as the carrier numbers it.
    pub code: Option<i32>,
    /// The text.
    pub body: String,
    /// When the carrier took it.
    pub created: Timestamp,
}

/// A carrier's report on a text.
pub struct Report<'a> {
    pub sid: &'a str,
    pub status: Status,
    pub code: Option<i32>,
}

/// A company's account at Twilio. The token is never shown.
#[derive(Clone, Serialize, Deserialize)]
pub struct Account {
    pub account_sid: String,
    pub auth_token: String,
}
