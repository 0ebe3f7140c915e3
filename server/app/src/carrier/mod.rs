//! Sending texts: a port, the built-in handset and Twilio behind it, and the job that sends.
//!
//! A text that is to be sent is stored first and has a job; the job notes that it is about to
//! leave before it leaves, so that after a crash nobody mistakes it for one that never left.
//! Where it is not clear what became of it, the carrier is asked; it is never blindly sent
//! again. What a carrier reports counts once, and never takes a text back to where it was.
mod account;
mod breakers;
mod convert;
mod deliver;
mod handset;
mod model;
mod reconcile;
mod reports;
mod rules;
mod service;
mod store;
mod twilio;
mod webhooks;

use std::time::Duration;

use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs, phone::Phone};
use serde::{Deserialize, Serialize};

pub use deliver::Deliver;
pub use model::{Kind, Outcome, Sighting};
pub use reconcile::Reconcile;
pub use reports::take as take_report;
pub use rules::Breaker;
pub use service::Service;
pub use twilio::Twilio;
pub use webhooks::{Call, Inbound, MESSAGES, STATUS, Verified, first_time, inbound, verified};

use crate::{
    context::Context,
    conversation::{self, Conversation, MessageId, Outbound, Status},
};

/// The kind of the jobs that send.
pub const DELIVER: &str = "deliver";
/// How long it is known what a carrier brought or told, so that the same again is nothing new.
const REPORTS_KEPT: Duration = Duration::from_secs(365 * 24 * 3600);
/// The kind of the jobs that ask what became of a text.
pub const RECONCILE: &str = "reconcile";

/// A confirmation that is later than that says nothing any more.
const PROMPT: Duration = Duration::from_secs(300);

/// Forgets at most `most` of what carriers brought and told too long ago; how many.
///
/// # Errors
/// Those of storage.
pub async fn forget_reports(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    store::forget_reports(tx, now.minus(REPORTS_KEPT), most).await
}

/// A text on its way out.
pub struct Parcel<'a> {
    /// The attempt; the carrier's reports come back with it.
    pub id: &'a str,
    /// The community's number.
    pub from: &'a str,
    /// The resident's phone.
    pub to: &'a Phone,
    /// The text.
    pub body: &'a str,
}

/// Whoever brings texts to phones.
#[async_trait]
pub trait Carrier: Send + Sync + 'static {
    /// Hands a text over; what became of that.
    async fn send(&self, parcel: &Parcel<'_>) -> Outcome;

    /// The newest texts between the same two numbers that the carrier knows about.
    ///
    /// # Errors
    /// In plain words, why it cannot be asked now.
    async fn trace(&self, parcel: &Parcel<'_>) -> Result<Vec<Sighting>, String>;
}

/// What a job that sends needs to know.
#[derive(Serialize, Deserialize)]
struct Errand {
    message: MessageId,
    /// Its job waits beside the others until it is time.
    #[serde(default)]
    held: bool,
    /// It confirms what somebody said about consent: it goes even to somebody who opted out,
    /// and not after this.
    #[serde(default)]
    confirms_until: Option<Timestamp>,
    /// What tells it from the errands that went before for the same text.
    #[serde(default)]
    again: Option<String>,
}

/// Stores a text and has it sent, not before `at`. One to a phone that opted out is not sent.
///
/// # Errors
/// Those of storage.
pub async fn post(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    outbound: &Outbound<'_>,
    at: Timestamp,
) -> Result<MessageId, Fault> {
    send(tx, scope, context, conversation, outbound, (at, None)).await
}

/// Stores the confirmation of what somebody said about consent and has it sent at once, even
/// if they opted out.
///
/// # Errors
/// Those of storage.
pub async fn confirm(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    outbound: &Outbound<'_>,
) -> Result<MessageId, Fault> {
    let now = context.now();
    send(tx, scope, context, conversation, outbound, (now, Some(now.plus(PROMPT)))).await
}

async fn send(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    outbound: &Outbound<'_>,
    (at, confirms_until): (Timestamp, Option<Timestamp>),
) -> Result<MessageId, Fault> {
    let now = context.now();
    let id: MessageId = context.ids.next(now);
    conversation::add_message(tx, scope, conversation, Some(outbound), "", &id, now).await?;
    let errand = Errand { message: id.clone(), held: at > now, confirms_until, again: None };
    enqueue(tx, scope, context, conversation, &errand, at).await?;
    Ok(id)
}

/// Has a stored text sent once more at once, with an attempt of its own: what the carrier still
/// reports on those before it counts no more, unless it says that the text arrived.
///
/// # Errors
/// Those of storage.
pub async fn post_again(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    id: &MessageId,
) -> Result<(), Fault> {
    let now = context.now();
    store::pass(tx, scope, id).await?;
    let again = Some(context.ids.next(now));
    let errand = Errand { message: id.clone(), held: false, confirms_until: None, again };
    enqueue(tx, scope, context, conversation, &errand, now).await
}

/// Has an errand done, not before `at`.
async fn enqueue(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &Conversation,
    errand: &Errand,
    at: Timestamp,
) -> Result<(), Fault> {
    let id = &errand.message;
    let lane = match store::carrier_of(tx, scope, &conversation.number).await? {
        // What is held has a lane of its own: replies do not wait for it.
        _ if errand.held => format!("held {id}"),
        Kind::Handset => format!("deliver {}", conversation.id),
        // One at a time for a company: whoever has much to send, or a carrier that is slow,
        // takes one worker from the others and not all.
        Kind::Twilio => "deliver by twilio".to_owned(),
    };
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: DELIVER,
        payload: serde_json::to_value(errand).map_err(Fault::internal)?,
        key: errand.again.as_ref().map_or_else(|| key(id), |again| format!("{} {again}", key(id))),
        lane,
        run_at: at,
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

/// Whether the texts of a company's number stay on the handset.
///
/// # Errors
/// Those of storage.
pub async fn is_handset(tx: &mut Tx, scope: &Scope, number: &str) -> Result<bool, Fault> {
    Ok(store::carrier_of(tx, scope, number).await? == Kind::Handset)
}

/// The company's numbers whose texts stay on the handset.
///
/// # Errors
/// Those of storage.
pub async fn handset_numbers(tx: &mut Tx, scope: &Scope) -> Result<Vec<String>, Fault> {
    store::numbers_of(tx, scope, Kind::Handset).await
}

/// Takes a text back that has not left yet; false when it has.
///
/// # Errors
/// Those of storage.
pub async fn recall(tx: &mut Tx, scope: &Scope, id: &MessageId) -> Result<bool, Fault> {
    if !jobs::cancel(tx, scope.company(), &key(id)).await? {
        return Ok(false);
    }
    conversation::set_status(tx, scope, id, &[Status::Queued], Status::Canceled).await
}

fn key(id: &MessageId) -> String {
    format!("deliver {id}")
}
