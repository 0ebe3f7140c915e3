//! Tests of reports.
mod channels;
mod history;
mod recount;
mod reports;
mod service_requests;
mod subscriptions;
mod text_plans;

pub use history::{Counted, History};

pub const MERIDIAN: &str = "community-the-meridian";
