//! Reports: what the bot answered, where residents wait, and what texts cost.
//!
//! `store::facts` is the single definition of what is counted; stored counts, live counts and details are all
//! based on it. Counts are stored by hour as soon as later events can no longer change them. If an older row
//! changes, its hour is counted again.
mod block;
mod commands;
mod convert;
mod jobs;
mod metrics;
mod model;
mod rules;
mod service;
mod store;
mod summary;
mod tally;
mod usage;

pub use commands::{csv, read, time_zone};
pub use jobs::{ROLL_UP, RollUp};
pub use model::{Figure, Report, ReportFilter, Unit};
pub use service::Service;
pub use store::{assume_hourly_cost, list_companies};
pub use usage::{included_segments, month_start, segments_since};
