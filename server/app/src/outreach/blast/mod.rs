//! Text blasts: one text to many homeowners, scheduled, paused, resumed and canceled by staff, and sent by a job.
//!
//! A recipient's row is marked in the transaction that stores the text. Each recipient therefore gets the
//! blast at most once, even if the server stops at any point.
mod commands;
mod convert;
mod model;
mod pace;
mod queue;
mod rules;
mod send_batch;
mod send_job;
mod service;
mod slots;
mod store;
mod template;
mod write_recipients;

pub use model::{Blast, BlastState, StoredRecipient};
pub use queue::Queue;
pub use rules::body as check_body;
pub use send_job::{SEND_BLAST, SendBlast};
pub use service::Service;
pub use store::{mark_expanded, mark_stored, next_recipients, purge_recipients, save, save_communities};
pub use template::{text_for, unknown_fields as unknown_merge_fields};
