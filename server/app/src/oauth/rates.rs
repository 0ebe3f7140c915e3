//! How often a partner may call: counted in memory, by each server for itself, so that several
//! servers together let it call as many times as often.
use std::{num::NonZeroU32, sync::Arc, time::Duration};

use governor::{
    DefaultDirectRateLimiter, Quota,
    clock::{Clock, DefaultClock},
};
use moka::sync::Cache;
use platform::Fault;

use crate::partner::PartnerId;

/// Partners that are counted at once; one that is forgotten begins anew.
const MOST_COUNTED: u64 = 20_000;
/// After a minute without a call, nothing of the count is left to be remembered.
const COUNTED_FOR: Duration = Duration::from_secs(120);

/// Counts. Its time is the machine's steady one, which no change of the hour moves.
pub struct Rates(Cache<(PartnerId, i32), Arc<DefaultDirectRateLimiter>>);

impl Rates {
    pub fn new() -> Self {
        Self(Cache::builder().max_capacity(MOST_COUNTED).time_to_idle(COUNTED_FOR).build())
    }

    /// Counts a call of a partner.
    ///
    /// # Errors
    /// `RESOURCE_EXHAUSTED` with the time to wait, when it is one too many.
    pub fn take(&self, partner: &PartnerId, per_minute: i32) -> Result<(), Fault> {
        let quota = u32::try_from(per_minute).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
        let counted = self.0.get_with((partner.clone(), per_minute), || {
            Arc::new(DefaultDirectRateLimiter::direct(Quota::per_minute(quota)))
        });
        counted.check().map_err(|late| {
            let wait = late.wait_time_from(DefaultClock::default().now()).max(Duration::from_secs(1));
            Fault::exhausted(
                "TOO_MANY_REQUESTS",
                "This credential makes more calls a minute than it may. Slow down, or ask for more.",
                Some(wait),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_partner_has_a_count_of_its_own() {
        let rates = Rates::new();
        let (one, other): (PartnerId, PartnerId) = ("one".into(), "other".into());
        assert!((0..3).all(|_| rates.take(&one, 3).is_ok()));
        assert!(rates.take(&one, 3).is_err());
        assert!(rates.take(&other, 3).is_ok());
    }
}
