//! Reports.
mod history;
mod recount;
mod reports;

pub use history::{Counted, History};

pub const MERIDIAN: &str = "community-the-meridian";
