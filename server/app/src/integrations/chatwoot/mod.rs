//! Mirrors a company's texts to an inbox of the type "API channel" at Chatwoot, and sends agents' replies
//! from there.
//!
//! A text is marked as being mirrored before Chatwoot is called. If it is unknown whether Chatwoot accepted
//! it, Chatwoot is asked before the text is sent again. Each text has its ID as `source_id`; when Chatwoot
//! reports the text, it is recognized by that ID and not stored again.
mod api;
mod commands;
mod connection;
mod convert;
mod mirror_job;
mod model;
mod note_job;
mod rules;
mod service;
mod signature;
mod store;
mod webhooks;

use std::time::Duration;

use platform::{Fault, Timestamp, Tx};

pub use mirror_job::MirrorMessage;
pub use note_job::{NOTE_REFUSAL, NoteRefusal};
pub use service::Service;
pub use webhooks::{Call, Receiver, Reply, WEBHOOK};

/// Retention of webhooks, by which repeats are recognized. An older webhook is refused because of its time.
const DELIVERY_RETENTION: Duration = Duration::from_secs(7 * 24 * 3_600);

/// Deletes at most `most` expired webhooks. Returns the number of deleted rows.
pub async fn delete_old_deliveries(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    store::delete_old_deliveries(tx, now.minus(DELIVERY_RETENTION), most).await
}
