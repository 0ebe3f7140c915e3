//! Drafts: a user's inputs, the text that a language model or a template generates from them, and its
//! versions.
//!
//! Generation is a job. Its output is stored in chunks with sequence numbers, so that any server can stream
//! and continue it; only the latest run stores chunks. Watchers on the same server get the output before it
//! is stored.
mod commands;
mod community_facts;
mod convert;
mod generation;
mod jobs;
mod merge_fields;
mod model;
mod part_reader;
mod parts;
mod progress;
mod prompt;
mod queue;
mod rules;
mod service;
mod sharing;
mod store;
mod template_draft;
mod verification;
mod watch;

pub use jobs::WriteDraft;
pub use progress::Progress;
pub use queue::WRITE_DRAFT;
pub use service::Service;
pub use template_draft::{WrittenDraft, insert_written};
