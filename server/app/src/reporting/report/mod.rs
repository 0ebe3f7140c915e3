//! Reports: what the bot answered, where residents wait, and what texts cost.
//!
//! `store::facts` is the one definition of what is counted: roll-ups, live counts and details all come from it. Counts
//! are stored by hour once nothing that follows can change them; a change to an older row has its hour counted again.
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

pub use commands::{csv, read, time_zone};
pub use jobs::{ROLL_UP, RollUp};
pub use model::{Figure, Report, ReportFilter, Unit};
pub use service::Service;
pub use store::assume_hourly_cost;
