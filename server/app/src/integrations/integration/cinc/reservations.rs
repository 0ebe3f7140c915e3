//! The reservations of renewals, as each server measures them with its own monotonic clock. So neither a step of a wall
//! clock nor a difference between the clocks of servers lets two servers renew an access at the same time.
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use platform::ids::CompanyId;

/// Time after which a server that reserved a renewal has stopped, longer than a request takes.
const RESERVATION: Duration = Duration::from_secs(60);

/// The last reservation of each company that was in the way of this server, with the uptime at which it was first seen.
/// There are at most as many as companies that are connected to CINC. They are kept, because a reservation that was
/// forgotten and is still in the way would seem to begin again.
#[derive(Default)]
pub struct Reservations {
    first_seen: Mutex<HashMap<CompanyId, (String, Duration)>>,
}

impl Reservations {
    /// Records that a company's renewal is reserved. Returns whether the reservation has ended.
    pub fn has_ended(&self, company: &CompanyId, renewal: &str, uptime: Duration) -> bool {
        let mut first_seen = self.first_seen.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = first_seen.entry(company.clone()).or_insert_with(|| (renewal.to_owned(), uptime));
        if seen.0 != renewal {
            *seen = (renewal.to_owned(), uptime);
        }
        uptime.saturating_sub(seen.1) >= RESERVATION
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reservation_ends_a_minute_after_it_was_first_seen() {
        let (reservations, company) = (Reservations::default(), CompanyId::from("company"));
        let has_ended =
            |renewal, seconds| reservations.has_ended(&company, renewal, Duration::from_secs(seconds));
        assert!(!has_ended("one", 100) && !has_ended("one", 159));
        assert!(has_ended("one", 160));
        assert!(!has_ended("other", 160) && !has_ended("other", 219));
        assert!(has_ended("other", 220));
    }
}
