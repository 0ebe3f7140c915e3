//! Sending texts: a port, the built-in handset behind it, and the job that sends.
//!
//! A text that is to be sent is stored first and has a job; the job marks it as being sent
//! before it leaves, so that after a crash nobody mistakes it for one that never left.
mod deliver;
mod handset;

use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs, phone::Phone};

pub use deliver::Deliver;
pub use handset::Handset;

use crate::{
    context::Context,
    conversation::{self, Conversation, MessageId, Outbound, Status},
};

/// The kind of the jobs that send.
pub const DELIVER: &str = "deliver";

/// A text on its way out.
pub struct Parcel<'a> {
    /// The attempt; the carrier's reports come back with it.
    pub id: &'a MessageId,
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
    /// Hands a text over; where it stands then.
    async fn send(&self, parcel: &Parcel<'_>) -> Result<Status, Fault>;
}

/// Stores a text and has it sent, not before `at`.
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
    let now = context.now();
    let id: MessageId = context.ids.next(now);
    conversation::add_message(tx, scope, conversation, Some(outbound), "", &id, now).await?;
    // What is held has a lane of its own: replies do not wait for it.
    let lane = if at > now { format!("held {id}") } else { format!("deliver {}", conversation.id) };
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: DELIVER,
        payload: serde_json::json!({ "message": id }),
        key: key(&id),
        lane,
        run_at: at,
    };
    jobs::enqueue(tx, &context.ids, now, job).await?;
    Ok(id)
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
