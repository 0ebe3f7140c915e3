//! Routing rules: assign conversations and email threads that need a reply to users.
mod convert;
mod jobs;
mod model;
mod rules;
mod service;
mod store;

pub use jobs::{TriageConversation, TriageEmail};
pub use service::Service;
pub use store::purge;
