//! Spreads what companies try again because other work of theirs is under way.
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use crate::ids::CompanyId;

/// Turns of companies to try again, at a fixed interval for each company. However much of its work waits, it takes no
/// more turns in a time.
pub struct CompanyTurns {
    interval: Duration,
    /// The last turn of each company, by the uptime of the clock.
    last: Mutex<HashMap<CompanyId, Duration>>,
}

impl CompanyTurns {
    /// Creates turns with this time between two turns of a company.
    #[must_use]
    pub fn new(interval: Duration) -> Self {
        Self { interval, last: Mutex::default() }
    }

    /// Returns the delay until the next turn of a company, after those that were given before.
    pub fn delay(&self, company: &CompanyId, uptime: Duration) -> Duration {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.retain(|_, turn| *turn > uptime);
        let turn = last.get(company).copied().unwrap_or(uptime) + self.interval;
        last.insert(company.clone(), turn);
        turn.saturating_sub(uptime)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_has_to_wait_is_tried_again_one_after_another() {
        let (interval, uptime) = (Duration::from_millis(250), Duration::from_secs(100));
        let turns = CompanyTurns::new(interval);
        let [company, other] = ["a", "b"].map(CompanyId::from);
        assert_eq!(turns.delay(&company, uptime), interval);
        assert_eq!(turns.delay(&company, uptime), 2 * interval);
        assert_eq!(turns.delay(&other, uptime), interval);
        assert_eq!(turns.delay(&company, uptime + interval), 2 * interval);
        assert_eq!(turns.delay(&company, uptime + 10 * interval), interval);
        let known = turns.last.lock().unwrap_or_else(PoisonError::into_inner).len();
        assert_eq!(known, 1, "the other company is forgotten");
    }
}
