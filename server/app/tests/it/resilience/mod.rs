//! Texts, events and effects when servers are killed, share a database, or lose their storage or disk space:
//! nothing is lost or duplicated.
mod blast_opt_out;
mod clock_steps;
mod fixture;
mod full_disk;
mod graceful_stop;
mod idempotency_results;
mod kill_during_blast;
mod kill_during_draft;
mod kill_during_email;
mod kill_during_request;
mod kill_during_text;
mod outage;
mod queue_order;
mod stall;
mod texts;
mod two_servers;

use fixture::{Fixture, PHONE_PREFIX};
use stall::Stall;
use texts::Outcome;

use crate::support::*;

/// Returns the number in an environment variable, or the default.
fn from_environment(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |value| value.parse().expect("a whole number"))
}
