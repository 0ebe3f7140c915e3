//! Routing rules: assign conversations, email threads and web chats that need a reply to users.
mod convert;
mod jobs;
mod model;
mod rules;
mod service;
mod store;

pub use jobs::{TriageConversation, TriageEmail, TriageWebChat};
pub use service::Service;
pub use store::purge;
