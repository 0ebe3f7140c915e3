//! Subscriptions of users to reports by email.
//!
//! A subscription has one job at its next time. The job sends what the user may see then, and enqueues the next one.
//! Each change and each email gives the subscription another version; a job of another version does nothing.
mod commands;
mod convert;
mod jobs;
mod model;
mod queue;
mod rules;
mod service;
mod store;

pub use commands::{check as check_unsubscribe, unsubscribe};
pub use jobs::SendReport;
pub use queue::SEND_REPORT;
pub use service::Service;
