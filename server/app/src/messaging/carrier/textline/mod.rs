//! Textline's API: texts are posts in the conversation of a phone with a group, which has the community's number.
//!
//! Creating a post is not idempotent. A text counts as not sent only if that is certain: the connection was never made,
//! Parlor could not sign in, or the response says so. After any other outcome, such as a server error, the posts of the
//! conversation are looked up before the text is sent again.
mod access_tokens;
mod account;
mod api;
mod attachments;
mod group_search;
mod post;
mod receive_job;
mod response;
mod webhook;

use std::sync::Arc;

use async_trait::async_trait;
use platform::Clock;

pub use account::{
    exists as has_account, find as find_account, find_readable as find_readable_account,
    is_missing as is_account_missing, keep as keep_account, load as load_account, prepare as prepare_account,
};
pub use attachments::AttachmentClient;
pub use receive_job::{RECEIVE_TEXTLINE_POST, ReceiveTextlinePost};
pub use webhook::{
    Call, POSTS, exists as has_webhook, remove as remove_webhook, report_post, set as set_webhook,
    url as webhook_url,
};

use super::{Carrier, OutboundSms, Outcome, ProviderMessage, error_codes, model::TextlineAccount};
use crate::messaging::thread::Status;
use api::{Api, ApiError};

/// Number of segments per second that blasts send by an account. Textline documents no limit; it asks for fewer calls
/// when there are too many.
pub const SEGMENTS_PER_SECOND: i64 = 10;

/// The error code of an account that Textline does not accept. Textline has no codes, so it is Twilio's.
const NOT_AUTHENTICATED: i32 = error_codes::ACCOUNT[0];
/// The error code of a number whose group Textline does not have, which is Twilio's too.
const UNKNOWN_GROUP: i32 = error_codes::NUMBER[0];

/// Why the texts of a group that Textline does not have are not sent again: they may have been sent before it was gone.
const GROUP_GONE: &str =
    "Textline no longer has the group of this number and can't tell whether it sent the text.";

/// The client for all companies.
pub struct Textline {
    api: Api,
}

/// The client with a company's account and the group of a number.
pub struct CompanyClient {
    textline: Arc<Textline>,
    account: TextlineAccount,
    group: String,
}

impl Textline {
    /// Creates a client for an API address.
    #[must_use]
    pub fn new(base: &str, clock: Arc<dyn Clock>) -> Self {
        Self { api: Api::new(base, clock) }
    }

    /// Returns the client with a company's account and a group.
    #[must_use]
    pub fn with(self: Arc<Self>, account: TextlineAccount, group: String) -> CompanyClient {
        CompanyClient { textline: self, account, group }
    }

    /// Checks that Textline accepts an account.
    ///
    /// # Errors
    /// The reason, for staff.
    pub async fn check_account(&self, account: &TextlineAccount) -> Result<(), String> {
        self.api.sign_in(account).await.map(drop).map_err(ApiError::into_words)
    }

    /// Returns whether an account has a group.
    ///
    /// # Errors
    /// The reason, for staff, if Textline cannot be asked.
    pub async fn has_group(&self, account: &TextlineAccount, group: &str) -> Result<bool, String> {
        match self.api.check_group(account, group).await {
            Ok(()) => Ok(true),
            Err(ApiError::NotFound | ApiError::Rejected(_)) => Ok(false),
            Err(error) => Err(error.into_words()),
        }
    }
}

#[async_trait]
impl Carrier for CompanyClient {
    async fn send(&self, outbound_sms: &OutboundSms<'_>) -> Outcome {
        if !outbound_sms.media_urls.is_empty() {
            let words = "Textline numbers can't send pictures. Send the text without one.".to_owned();
            return Outcome::Refused { code: None, words };
        }
        let OutboundSms { to, body, .. } = outbound_sms;
        match self.textline.api.create_post(&self.account, &self.group, to, body).await {
            Ok(sid) => Outcome::Accepted { sid, status: Status::Sent },
            Err(ApiError::Busy(wait)) => Outcome::Busy { wait },
            Err(ApiError::Away(why)) => Outcome::Away { why, wait: None },
            Err(ApiError::Unclear(why)) => Outcome::Unknown { why },
            Err(ApiError::Denied(words)) => Outcome::Refused { code: Some(NOT_AUTHENTICATED), words },
            Err(error @ ApiError::NotFound) => {
                Outcome::Refused { code: Some(UNKNOWN_GROUP), words: error.into_words() }
            }
            Err(ApiError::Rejected(words)) => Outcome::Refused { code: None, words },
        }
    }

    async fn lookup(&self, outbound_sms: &OutboundSms<'_>) -> Result<Vec<ProviderMessage>, String> {
        let OutboundSms { to, body, .. } = outbound_sms;
        match self.textline.api.find_conversation(&self.account, &self.group, to).await {
            Ok(conversation) => {
                Ok(conversation.map(|found| response::sent_posts(found, body)).unwrap_or_default())
            }
            Err(ApiError::NotFound) => match self.textline.has_group(&self.account, &self.group).await? {
                true => Ok(Vec::new()),
                false => Err(GROUP_GONE.to_owned()),
            },
            Err(error) => Err(error.into_words()),
        }
    }

    fn textline_group(&self) -> Option<&str> {
        Some(&self.group)
    }
}
