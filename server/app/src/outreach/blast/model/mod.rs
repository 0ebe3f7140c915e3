//! Blasts and their recipients.
mod results;

use std::time::Duration;

use platform::{
    Timestamp,
    ids::{CommunityId, ConversationId, MessageId, UserId},
    phone::Phone,
};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::{
    messaging::thread,
    operations::file::FileId,
    outreach::audience::{AudienceId, Exclusion, Filter},
    residents::consent::ConsentState,
};

pub use results::{BlastCounts, BlastResponses, BlastResults};

platform::ids! {
    /// The id of a text blast.
    BlastId;
}

/// Period over which a company's daily limit counts recipients.
pub const LIMIT_WINDOW: Duration = Duration::from_secs(24 * 3_600);

platform::db_enum! {
    /// State of a blast. The numbers match the contract.
    BlastState {
        /// Being written.
        Draft = 1,
        /// Waits for its start time.
        Scheduled = 2,
        /// Being sent.
        Running = 3,
        /// Stopped; can be resumed.
        Paused = 4,
        /// The text was sent to every recipient.
        Finished = 5,
        /// Permanently stopped.
        Canceled = 6,
        /// Not sent, because its start time was missed.
        Missed = 7,
        /// Waits for approval by a second user.
        AwaitingApproval = 8,
    }
}

impl BlastState {
    /// Returns whether sending has started.
    #[must_use]
    pub fn has_started(self) -> bool {
        match self {
            Self::Running | Self::Paused | Self::Finished | Self::Canceled => true,
            Self::Draft | Self::Scheduled | Self::Missed | Self::AwaitingApproval => false,
        }
    }
}

platform::db_enum! {
    /// Outcome of a recipient's text. The numbers match the contract.
    Outcome {
        /// Not sent yet.
        Pending = 1,
        /// Sent to the carrier, or being sent to it.
        Sent = 2,
        /// Delivered to the phone.
        Delivered = 3,
        /// Rejected by the carrier, or not delivered.
        Failed = 4,
        /// Delivery unconfirmed.
        Unknown = 5,
        /// Not sent, because the blast was canceled or the homeowner opted out.
        Canceled = 6,
        /// Replied.
        Replied = 7,
        /// Agreed to receive texts after the blast asked for consent.
        OptedIn = 8,
    }
}

impl Outcome {
    /// Returns the outcome of a text with this status. A text that waits to be sent again is pending.
    #[must_use]
    pub fn of(status: thread::Status) -> Self {
        use thread::Status;
        match status {
            Status::Queued | Status::HeldQuietHours => Self::Pending,
            Status::Received | Status::Sending | Status::Sent => Self::Sent,
            Status::Delivered => Self::Delivered,
            Status::Undelivered | Status::Failed => Self::Failed,
            Status::Suppressed | Status::Canceled => Self::Canceled,
            Status::Unknown => Self::Unknown,
        }
    }
}

/// The picture of a blast.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Picture {
    pub file: FileId,
    pub thumbnail: FileId,
    /// Width in pixels.
    pub width: u32,
    pub height: u32,
    pub bytes: usize,
}

/// A text blast.
#[derive(Clone, Debug, FromRow)]
pub struct Blast {
    pub id: BlastId,
    pub title: String,
    pub body: String,
    /// Whether it asks recipients without consent for their consent.
    pub asks_consent: bool,
    #[sqlx(json(nullable))]
    pub picture: Option<Picture>,
    /// The filter of the recipients. For a saved audience, the filter at the start of the blast; unset
    /// before.
    #[sqlx(json(nullable))]
    pub filter: Option<Filter>,
    pub audience_id: Option<AudienceId>,
    #[sqlx(try_from = "i32")]
    pub state: BlastState,
    pub starts_ms: Option<Timestamp>,
    pub undo_until_ms: Option<Timestamp>,
    pub is_emergency: bool,
    /// Empty unless it is an emergency.
    pub emergency_reason: String,
    /// The user or partner who created it.
    pub created_by: UserId,
    pub created_by_name: String,
    pub scheduled_by: Option<UserId>,
    pub scheduled_by_name: String,
    /// Number of recipients when it was scheduled; 0 until then.
    pub scheduled_count: i64,
    pub approved_by: Option<UserId>,
    pub approved_by_name: String,
    /// The changes that the rejecting user requested; otherwise empty.
    pub rejection_note: String,
    pub created_ms: Timestamp,
    pub finished_ms: Option<Timestamp>,
    /// Increases by 1 with each change to the draft or the state.
    pub version: i64,
}

impl Blast {
    /// Returns whether a user may approve or reject the blast: it waits for approval, and another user scheduled it.
    #[must_use]
    pub fn can_be_approved_by(&self, user: &UserId) -> bool {
        self.state == BlastState::AwaitingApproval && self.scheduled_by.as_ref() != Some(user)
    }
}

/// The recipients of a draft.
pub enum Recipients {
    Filter(Filter),
    Audience(AudienceId),
}

/// A new draft.
pub struct NewDraft {
    pub asks_consent: bool,
    /// The blast whose picture is copied to the draft.
    pub picture_of: Option<BlastId>,
    pub change: DraftChange,
}

/// A change to a draft. Unset fields keep their values.
pub struct DraftChange {
    pub title: Option<String>,
    pub body: Option<String>,
    pub recipients: Option<Recipients>,
}

/// Filters the recipients in a list.
#[derive(Clone, Copy)]
pub enum RecipientFilter {
    /// Recipients who were excluded for a reason, or all who were not excluded.
    Exclusion(Exclusion),
    Outcome(Outcome),
    All,
}

platform::db_enum! {
    /// Why a recipient of a draft would get the text later. The numbers match the contract.
    Delay {
        QuietHours = 1,
        DailyLimit = 2,
    }
}

/// A recipient in a list.
#[derive(Clone, Debug, FromRow)]
pub struct Recipient {
    pub seq: i64,
    pub community_id: CommunityId,
    pub community_tag: String,
    pub phone: Phone,
    pub name: String,
    pub unit: String,
    #[sqlx(try_from = "i32")]
    pub exclusion: Exclusion,
    pub conversation_id: Option<ConversationId>,
    /// Delivery status by number; unset until the text is sent to the carrier.
    pub status: Option<i32>,
    /// Reason of the last step of the text.
    pub reason: Option<String>,
    /// Time of the first reply.
    pub replied_ms: Option<Timestamp>,
    /// Whether the reply opted out of texts.
    pub opted_out: Option<bool>,
    /// Whether the recipient agreed after the blast asked for consent.
    pub opted_in: bool,
}

impl Recipient {
    /// Returns the delivery status, if the text was sent to the carrier.
    #[must_use]
    pub fn message_status(&self) -> Option<thread::Status> {
        self.status.and_then(|status| thread::Status::try_from(status).ok())
    }
}

/// A recipient whose text is to be sent.
#[derive(Clone, Debug, FromRow)]
pub struct PendingRecipient {
    pub seq: i64,
    pub phone: Phone,
    pub name: String,
    pub unit: String,
    pub building: String,
    /// State of the phone's consent, by number. Unset if there is none.
    pub consent: Option<i32>,
    /// Whether the phone was already asked for consent.
    pub was_asked: bool,
    /// Whether an account with the phone is not to be texted.
    pub do_not_text: bool,
}

impl PendingRecipient {
    /// Returns why the recipient is left out because of a change after the recipients were written.
    #[must_use]
    pub fn exclusion(&self, asks_consent: bool) -> Exclusion {
        exclusion(self.consent, self.do_not_text, self.was_asked, asks_consent)
    }
}

/// Returns why a recipient is left out, given the state of the phone's consent by number.
fn exclusion(consent: Option<i32>, do_not_text: bool, was_asked: bool, asks_consent: bool) -> Exclusion {
    match consent {
        Some(state) if state == ConsentState::OptedOut as i32 => Exclusion::OptedOut,
        _ if do_not_text => Exclusion::DoNotText,
        Some(_) if asks_consent => Exclusion::HasConsent,
        _ if asks_consent && was_asked => Exclusion::AlreadyAsked,
        _ => Exclusion::None,
    }
}

/// A recipient whose text was stored.
pub struct StoredRecipient {
    pub seq: i64,
    pub message: MessageId,
}

/// A recipient whose text is to be sent again.
#[derive(Clone, Debug, FromRow)]
pub struct RetriedRecipient {
    pub seq: i64,
    pub phone: Phone,
    pub message_id: MessageId,
    pub body: String,
    /// State of the phone's consent, by number. Unset if there is none.
    pub consent: Option<i32>,
    /// Whether another blast asked the phone for consent.
    pub was_asked: bool,
    /// Whether an account with the phone is not to be texted.
    pub do_not_text: bool,
}

impl RetriedRecipient {
    /// Returns why the text is to be canceled instead of being sent again. A resident who opted out is not a reason:
    /// that is checked when the text is sent.
    #[must_use]
    pub fn cancellation_reason(&self, asks_consent: bool) -> Option<&'static str> {
        match exclusion(self.consent, self.do_not_text, self.was_asked, asks_consent) {
            Exclusion::DoNotText => {
                Some("Their account is marked “do not text”, so the text wasn't sent again.")
            }
            Exclusion::HasConsent | Exclusion::AlreadyAsked => {
                Some("The resident agreed to texts, or another blast asked them, so it was not sent.")
            }
            _ => None,
        }
    }
}

/// Use of the rate of a number, or of the company if the number is empty; or the name of a carrier, and the time until
/// which it is to be left alone.
#[derive(Clone, Debug, Default, FromRow)]
pub struct SenderPace {
    pub sender: String,
    /// Time from which further texts may be sent to the carrier.
    pub free_ms: Timestamp,
    /// The day of `day_segments`, in days since 1970.
    pub day: i64,
    pub day_segments: i64,
}

/// The review of a draft: the effects of sending it now.
pub struct Review {
    pub recipient_count: i64,
    /// Excluded recipients by reason.
    pub exclusions: Vec<(Exclusion, i64)>,
    pub segment_count: i64,
    pub price_micros: i64,
    pub duration_seconds: i64,
    /// Recipients who would wait for the end of quiet hours.
    pub held_count: i64,
    pub held_until: Option<Timestamp>,
    pub costly_characters: Vec<char>,
    pub previews: Vec<Preview>,
    pub unknown_fields: Vec<String>,
    /// What is prepended to the text because it does not name its sender; otherwise empty.
    pub added_sender: String,
    pub needs_approval: bool,
    /// Number of recipients whom blasts may still reach within these 24 hours. Unset without a limit.
    pub remaining: Option<i64>,
    /// Number of characters of the longest text of a recipient.
    pub longest_text: usize,
    /// Time zone of the first community.
    pub time_zone: String,
    /// Number of recipients who lack a value for at least one merge field.
    pub fallback_count: i64,
    /// Number of recipients who get the text on a later day of the brand, and the start of the next day.
    pub capped_count: i64,
    pub capped_until: Option<Timestamp>,
    /// Whether the company has no price for texts with pictures.
    pub is_price_unknown: bool,
    /// Whether the carrier cannot fetch the picture from this server.
    pub is_picture_refused: bool,
    /// Communities that have nearly or fully used their text plan once it is sent, the highest share first.
    pub plan_usages: Vec<PlanUsage>,
}

/// What a blast adds to the text segments that a community has used this month.
pub struct PlanUsage {
    pub community_label: String,
    pub used: i64,
    pub added: i64,
    pub included: i64,
}

/// The text of one recipient.
pub struct Preview {
    pub recipient: Recipient,
    pub text: String,
    pub segments: usize,
    pub parts: Vec<TextPart>,
}

/// A part of a recipient's text.
pub struct TextPart {
    pub text: String,
    /// Name of the merge field; empty for text between merge fields.
    pub field: String,
    /// Whether the value is unknown and the fallback, which may be empty, is used.
    pub is_fallback: bool,
}
