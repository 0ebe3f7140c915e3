//! What becomes of texts, events and effects when servers are killed, share a database, lose
//! their storage or run out of room: nothing is lost, and nothing is there twice.
mod blast_kills;
mod full;
mod ground;
mod kills;
mod outage;
mod results;
mod stall;
mod stopped;
mod turns;
mod two;

use ground::{Fate, Ground, PHONE_PREFIX};
use stall::Stall;

use crate::support::*;
