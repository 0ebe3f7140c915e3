//! Subscriptions of users to reports by email.
//!
//! A subscription has one job at its next time. The job sends what the user may see then, and enqueues the next one.
//! Each change and each email gives the subscription another version; a job of another version does nothing.
mod commands;
mod convert;
mod jobs;
mod model;
mod rules;
mod service;
mod store;

pub use commands::{check as check_unsubscribe, unsubscribe};
pub use jobs::{SEND_REPORT, SendReport};
pub use service::Service;
