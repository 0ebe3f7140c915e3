//! Emails that staff write: drafts, scheduled and sent ones.
mod attached_file;
mod commands;
mod convert;
mod mime;
mod model;
mod rules;
mod send_job;
mod service;

pub use commands::{
    SentReply, ThreadReply, attach_photos, insert_draft, insert_reply, recall_reply, reply_subject,
    schedule_reply,
};
pub use send_job::{SEND_EMAIL, SendEmail};
pub use service::Service;
