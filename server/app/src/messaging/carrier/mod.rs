//! Sends texts: the carrier port, its implementations (the test phone, Twilio and Textline), and the delivery job.
//!
//! A text and its delivery job are stored in one transaction. The job records the attempt before it calls
//! the carrier, so that a crash during the call leaves the delivery state unknown rather than unsent. A
//! text whose state is unknown is looked up at the carrier before it is sent again. A carrier's report
//! counts once, and never moves a text back to an earlier status.
mod account;
mod area_codes;
mod breakers;
mod bulk;
mod bulk_send;
mod clients;
mod commands;
mod convert;
mod deliver;
mod error_codes;
mod fetch_photos;
mod health;
mod model;
mod picture;
mod ports;
mod quiet_hours;
mod reconcile;
mod reports;
mod rules;
mod service;
mod store;
mod test_phone;
mod textline;
mod twilio;
mod twilio_webhooks;

use std::{slice, time::Duration};

use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs, phone::Phone};
use serde::{Deserialize, Serialize};

pub use account::AccountRates;
pub use bulk::{BulkBatch, BulkReadiness, BulkSender, BulkSending, BulkText, CarrierReadiness};
pub use bulk_send::BulkEnd;
pub use clients::Clients;
pub use deliver::Deliver;
pub use error_codes::PASSING;
pub use fetch_photos::{FETCH_PHOTOS, FetchPhotos, enqueue_fetch, photo_queue};
pub use health::{NumberHealth, list_health};
pub use model::{Kind, Outcome, ProviderMessage, State as DeliveryState};
pub use picture::{max_photos, photos_not_supported};
pub use ports::{BlastQueue, ReceivedPost, TextReceiver, UnsentTexts};
pub use quiet_hours::{QuietHours, end_by_area_code, quiet_area_codes};
pub use reconcile::Reconcile;
pub use reports::take as take_report;
pub use rules::{Breaker, busy as busy_pause, pause as pause_after};
pub use service::Service;
pub use store::supersede_many;
pub use textline::{
    Call as TextlineCall, POSTS as TEXTLINE_POSTS, RECEIVE_TEXTLINE_POST, ReceiveTextlinePost, report_post,
};
pub use twilio::Twilio;
pub use twilio_webhooks::{
    Call, Inbound, MESSAGES, STATUS, VerifiedRequest, inbound, record_report, verified,
};

use crate::{
    context::Context,
    messaging::thread::{self, Conversation, MessageId, NewMessage, Status, StepKind},
    residents::consent,
};

/// The kind of the jobs that send a text.
pub const DELIVER: jobs::JobKind = jobs::JobKind::DeliverText;
/// Retention of inbound texts and reports of carriers, by which repeats are recognized.
const REPORT_RETENTION: Duration = Duration::from_secs(365 * 24 * 3600);
/// The kind of the jobs that look up a text whose delivery state is unknown.
pub const RECONCILE: jobs::JobKind = jobs::JobKind::ReconcileText;

/// Maximum time between the resident's text and the confirmation of an opt-out.
const CONFIRMATION_WINDOW: Duration = Duration::from_secs(300);

/// Deletes at most `most` expired inbound texts and reports; returns the number of deleted rows.
pub async fn delete_old_reports(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    store::delete_old_reports(tx, now.minus(REPORT_RETENTION), most).await
}

/// A text to hand to a carrier.
pub struct OutboundSms<'a> {
    /// The id of the delivery attempt. The carrier's reports name it.
    pub id: &'a str,
    /// The community's phone number.
    pub from: &'a str,
    /// The resident's phone.
    pub to: &'a Phone,
    /// The text.
    pub body: &'a str,
    /// Links to the pictures of the text, in order.
    pub media_urls: &'a [String],
    /// Seconds for which the carrier may keep the text before it is sent, where the carrier has that setting. Unset
    /// means as long as the carrier does by itself.
    pub validity_seconds: Option<u64>,
    /// Whether it is a text of a blast.
    pub is_of_blast: bool,
}

/// A service that delivers texts to phones.
#[async_trait]
pub trait Carrier: Send + Sync + 'static {
    /// Sends a text to the carrier.
    async fn send(&self, outbound_sms: &OutboundSms<'_>) -> Outcome;

    /// Returns the newest texts between the same two numbers at the carrier.
    ///
    /// # Errors
    /// The reason, for staff, if the carrier cannot be asked now.
    async fn lookup(&self, outbound_sms: &OutboundSms<'_>) -> Result<Vec<ProviderMessage>, String>;

    /// Returns the group at Textline whose number sends the texts. Other carriers have none.
    fn textline_group(&self) -> Option<&str> {
        None
    }
}

/// The payload of a job that sends a text.
#[derive(Serialize, Deserialize)]
struct DeliveryJob {
    message: MessageId,
    /// Whether the job waits for its time in its own queue.
    #[serde(default)]
    held: bool,
    /// Whether the job is in the queue of the company's texts for a carrier.
    #[serde(default)]
    is_in_carrier_queue: bool,
    /// Set for the confirmation of an opt-in or opt-out: the text is sent even to a resident who opted
    /// out, but not after this time.
    #[serde(default)]
    confirms_until: Option<Timestamp>,
    /// Distinguishes this job from earlier delivery jobs of the same text.
    #[serde(default)]
    again: Option<String>,
}

impl DeliveryJob {
    /// Returns the job that sends a text at once.
    fn of(message: &MessageId) -> Self {
        Self {
            message: message.clone(),
            held: false,
            is_in_carrier_queue: false,
            confirms_until: None,
            again: None,
        }
    }
}

/// Stores a text and enqueues its delivery, not before `at`. A text to a phone that opted out is suppressed.
pub async fn enqueue_message(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    outbound: &NewMessage<'_>,
    at: Timestamp,
) -> Result<MessageId, Fault> {
    send(tx, scope, context, conversation, outbound, at, None).await
}

/// Stores a text that waits for the end of quiet hours, and enqueues its delivery then. A text to a phone that opted
/// out is suppressed at once.
pub async fn enqueue_held_message(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    outbound: &NewMessage<'_>,
    until: Timestamp,
) -> Result<MessageId, Fault> {
    if consent::is_opted_out(tx, scope, &conversation.phone).await? {
        return enqueue_message(tx, scope, context, conversation, outbound, context.now()).await;
    }
    let id = send(tx, scope, context, conversation, outbound, until, None).await?;
    hold(tx, scope, context, slice::from_ref(&id), until).await?;
    Ok(id)
}

/// Holds queued texts until quiet hours end. Returns whether any were queued.
pub async fn hold(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    ids: &[MessageId],
    until: Timestamp,
) -> Result<bool, Fault> {
    let held = thread::hold(tx, scope, ids, until).await?;
    if held.is_empty() {
        return Ok(false);
    }
    let reason = "Quiet hours are in effect where the resident lives. The text will be sent when they end.";
    thread::add_step_to_all(tx, scope, &held, StepKind::Delayed, reason, context.now()).await?;
    Ok(true)
}

/// Stores the confirmation of an opt-in or opt-out and enqueues its delivery at once, even if the resident
/// opted out.
pub async fn confirm(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    outbound: &NewMessage<'_>,
) -> Result<MessageId, Fault> {
    let now = context.now();
    send(tx, scope, context, conversation, outbound, now, Some(now.plus(CONFIRMATION_WINDOW))).await
}

async fn send(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    outbound: &NewMessage<'_>,
    at: Timestamp,
    confirms_until: Option<Timestamp>,
) -> Result<MessageId, Fault> {
    let now = context.now();
    let id: MessageId = context.ids.next(now);
    thread::add_message(tx, scope, conversation, Some(outbound), "", &id, now).await?;
    thread::enqueue_mirror(tx, scope, context, &id, at).await?;
    let delivery_job = DeliveryJob { held: at > now, confirms_until, ..DeliveryJob::of(&id) };
    enqueue(tx, scope, context, conversation, delivery_job, at).await?;
    Ok(id)
}

/// Enqueues another attempt to send a stored text at once. Later reports on earlier attempts are ignored,
/// unless they say that the text was delivered.
pub async fn resend_message(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    id: &MessageId,
) -> Result<(), Fault> {
    let now = context.now();
    store::supersede(tx, scope, id).await?;
    let delivery_job = DeliveryJob { again: Some(context.ids.next(now)), ..DeliveryJob::of(id) };
    enqueue(tx, scope, context, conversation, delivery_job, now).await
}

/// Enqueues a delivery job, not before `at`.
async fn enqueue(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    delivery_job: DeliveryJob,
    at: Timestamp,
) -> Result<(), Fault> {
    let id = &delivery_job.message;
    let (queue_key, is_in_carrier_queue) = match store::carrier_of(tx, scope, &conversation.number).await? {
        // A delayed text has a queue of its own, so that replies do not wait for it.
        _ if delivery_job.held => (format!("held {id}"), false),
        Kind::TestPhone => (format!("deliver {}", conversation.id), false),
        // One delivery at a time per company, beside the workers: a company with many texts, or a slow carrier, delays
        // no other company.
        Kind::Twilio => ("deliver by twilio".to_owned(), true),
        Kind::Textline => ("deliver by textline".to_owned(), true),
    };
    let key = delivery_job.again.as_ref().map_or_else(|| key(id), |again| format!("{} {again}", key(id)));
    let delivery_job = DeliveryJob { is_in_carrier_queue, ..delivery_job };
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: DELIVER,
        payload: serde_json::to_value(delivery_job).map_err(Fault::internal)?,
        key,
        queue_key,
        run_at: at,
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

/// Returns whether the texts of a company's number stay on the test phone.
pub async fn is_test_phone(tx: &mut Tx, scope: &Scope, number: &str) -> Result<bool, Fault> {
    Ok(store::carrier_of(tx, scope, number).await? == Kind::TestPhone)
}

/// Returns the company's numbers whose texts stay on the test phone.
pub async fn test_phone_numbers(tx: &mut Tx, scope: &Scope) -> Result<Vec<String>, Fault> {
    store::numbers_of(tx, scope, Kind::TestPhone).await
}

/// Loads the company's carrier accounts, which are needed to send blasts and for [`account_rates`].
///
/// # Errors
/// `UNAVAILABLE` if the secret store does not respond.
pub async fn load_account(context: &Context, scope: &Scope) -> Result<(), Fault> {
    account::load_all(scope, context).await
}

/// Returns the rates of the company's carrier accounts, which must be loaded before the transaction.
pub async fn account_rates(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<AccountRates, Fault> {
    account::rates(tx, scope, context).await
}

/// Cancels a text that was not sent yet, so that it is no longer the last message of its conversation. Returns whether
/// it could be canceled.
pub async fn cancel(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<bool, Fault> {
    let Some(message) = thread::find_message(tx, scope, id).await? else { return Ok(false) };
    // The lock keeps the conversation's last message correct.
    thread::lock(tx, &scope.whole(), &message.conversation_id).await?;
    Ok(jobs::cancel(tx, scope.company(), &key(id)).await?
        && thread::set_status(tx, scope, id, &Status::WAITING, Status::Canceled).await?)
}

fn key(id: &MessageId) -> String {
    format!("deliver {id}")
}
