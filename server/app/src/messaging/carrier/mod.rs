//! Sends texts: the carrier port, its implementations (the test phone and Twilio), and the delivery job.
//!
//! A text and its delivery job are stored in one transaction. The job records the attempt before it calls
//! the carrier, so that a crash during the call leaves the delivery state unknown rather than unsent. A
//! text whose state is unknown is looked up at the carrier before it is sent again. A carrier's report
//! counts once, and never moves a text back to an earlier status.
mod account;
mod breakers;
mod bulk;
mod bulk_send;
mod commands;
mod convert;
mod deliver;
mod error_codes;
mod fetch_photos;
mod model;
mod picture;
mod ports;
mod reconcile;
mod reports;
mod rules;
mod service;
mod store;
mod test_phone;
mod twilio;
mod webhooks;

use std::time::Duration;

use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs, phone::Phone};
use serde::{Deserialize, Serialize};

pub use bulk::{BulkBatch, BulkReadiness, BulkSender, BulkText};
pub use bulk_send::BulkEnd;
pub use deliver::Deliver;
pub use error_codes::PASSING;
pub use fetch_photos::{FETCH_PHOTOS, FetchPhotos, enqueue_fetch, photo_queue};
pub use model::{Kind, Outcome, ProviderMessage, State as DeliveryState};
pub use ports::{BlastQueue, UnsentTexts};
pub use reconcile::Reconcile;
pub use reports::take as take_report;
pub use rules::{Breaker, busy as busy_pause, pause as pause_after};
pub use service::Service;
pub use store::supersede_many;
pub use twilio::Twilio;
pub use webhooks::{Call, Inbound, MESSAGES, STATUS, VerifiedRequest, inbound, record_report, verified};

use crate::{
    context::Context,
    messaging::thread::{self, Conversation, MessageId, NewMessage, Status},
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
    /// Link to the picture of the text, if there is one.
    pub media_url: Option<&'a str>,
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
}

/// The payload of a job that sends a text.
#[derive(Serialize, Deserialize)]
struct DeliveryJob {
    message: MessageId,
    /// Whether the job waits for its time in its own queue.
    #[serde(default)]
    held: bool,
    /// Set for the confirmation of an opt-in or opt-out: the text is sent even to a resident who opted
    /// out, but not after this time.
    #[serde(default)]
    confirms_until: Option<Timestamp>,
    /// Distinguishes this job from earlier delivery jobs of the same text.
    #[serde(default)]
    again: Option<String>,
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
    let delivery_job = DeliveryJob { message: id.clone(), held: at > now, confirms_until, again: None };
    enqueue(tx, scope, context, conversation, &delivery_job, at).await?;
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
    let again = Some(context.ids.next(now));
    let delivery_job = DeliveryJob { message: id.clone(), held: false, confirms_until: None, again };
    enqueue(tx, scope, context, conversation, &delivery_job, now).await
}

/// Enqueues a delivery job, not before `at`.
async fn enqueue(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    delivery_job: &DeliveryJob,
    at: Timestamp,
) -> Result<(), Fault> {
    let id = &delivery_job.message;
    let queue_key = match store::carrier_of(tx, scope, &conversation.number).await? {
        // A delayed text has a queue of its own, so that replies do not wait for it.
        _ if delivery_job.held => format!("held {id}"),
        Kind::TestPhone => format!("deliver {}", conversation.id),
        // One delivery at a time per company: a company with many texts, or a slow carrier, occupies
        // one worker only.
        Kind::Twilio => "deliver by twilio".to_owned(),
    };
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: DELIVER,
        payload: serde_json::to_value(delivery_job).map_err(Fault::internal)?,
        key: delivery_job.again.as_ref().map_or_else(|| key(id), |again| format!("{} {again}", key(id))),
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

/// Returns the number of segments per second that blasts may send with the company's carrier account; 0
/// without an account.
pub async fn segments_per_second(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<i64, Fault> {
    Ok(account::find(tx, scope, context).await?.map_or(0, |account| account.segments_per_second.into()))
}

/// Cancels a text that was not sent yet. Returns whether it could be canceled.
pub async fn cancel(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<bool, Fault> {
    if !jobs::cancel(tx, scope.company(), &key(id)).await? {
        return Ok(false);
    }
    thread::set_status(tx, scope, id, &[Status::Queued], Status::Canceled).await
}

fn key(id: &MessageId) -> String {
    format!("deliver {id}")
}
