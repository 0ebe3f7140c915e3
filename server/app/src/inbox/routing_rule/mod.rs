//! Routing rules: whom a conversation or an email thread is assigned to when it begins to wait for staff.
mod convert;
mod jobs;
mod model;
mod rules;
mod service;
mod store;

pub use jobs::{TriageConversation, TriageEmail};
pub use service::Service;
pub use store::purge;
