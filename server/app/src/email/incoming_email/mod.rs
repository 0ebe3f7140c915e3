//! Received emails: they are parsed, recognized, deduplicated and added to their threads.
mod convert;
mod fetch_job;
mod html;
mod ingest;
mod model;
mod parse;
mod quotes;
mod rules;
mod service;
mod test_email;
mod watcher;

pub use fetch_job::{FETCH_EMAILS, FetchEmails};
pub use ingest::{ANSWER_EMAIL, AnswerEmailPayload, PreparedEmail, prepare, receive};
pub use model::Ingested;
pub use service::Service;
pub use watcher::MailboxWatcher;
