//! Subscriptions of users to reports by email.
//!
//! A subscription has one job at its next send time. The job sends what the user may see at that time and
//! enqueues the next job. Each change and each email increments the subscription's version; a job for another
//! version does nothing.
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
