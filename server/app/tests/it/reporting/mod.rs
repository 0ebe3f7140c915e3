//! Tests of reports.
mod history;
mod recount;
mod reports;
mod service_requests;
mod subscriptions;

pub use history::{Counted, History};

pub const MERIDIAN: &str = "community-the-meridian";
