//! Reports.
mod history;
mod recount;
mod reports;
mod service_requests;

pub use history::{Counted, History};

pub const MERIDIAN: &str = "community-the-meridian";
