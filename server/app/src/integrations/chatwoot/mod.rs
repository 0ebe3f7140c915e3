//! Mirrors a company's texts to an API-channel inbox at Chatwoot, and takes agents' replies from there.
//!
//! A text is marked as being mirrored before Chatwoot is called. If it is not known whether Chatwoot took it, Chatwoot
//! is asked before it is given again. Each text carries its ID as `source_id`, by which it is recognized when Chatwoot
//! reports it, so that it does not come back.
mod api;
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

/// How long webhooks are remembered, to recognize repeats. An older one is refused by its time.
const DELIVERY_RETENTION: Duration = Duration::from_secs(7 * 24 * 3_600);

/// Deletes at most `most` expired webhooks; returns the number of deleted rows.
pub async fn delete_old_deliveries(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    store::delete_old_deliveries(tx, now.minus(DELIVERY_RETENTION), most).await
}
