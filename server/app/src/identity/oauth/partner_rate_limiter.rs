//! Rate limits of partners. Each server counts in memory, so the total limit is proportional to the number of
//! servers.
use std::{num::NonZeroU32, sync::Arc, time::Duration};

use governor::{
    DefaultDirectRateLimiter, Quota,
    clock::{Clock, DefaultClock},
};
use moka::sync::Cache;
use platform::{ErrorReason, Fault};

use crate::identity::partner::PartnerId;

/// Maximum number of partners that are counted; an evicted partner starts over.
const MAX_PARTNERS: u64 = 20_000;
/// How long an idle limiter is kept; its quota is full after one minute.
const IDLE_LIFETIME: Duration = Duration::from_secs(120);

/// Counts calls per partner by the monotonic clock.
pub struct PartnerRateLimiter {
    limiters: Cache<(PartnerId, i32), Arc<DefaultDirectRateLimiter>>,
}

impl PartnerRateLimiter {
    pub fn new() -> Self {
        Self { limiters: Cache::builder().max_capacity(MAX_PARTNERS).time_to_idle(IDLE_LIFETIME).build() }
    }

    /// Counts a call of a partner.
    ///
    /// # Errors
    /// `RESOURCE_EXHAUSTED` with the time to wait, above the limit.
    pub fn take(&self, partner: &PartnerId, per_minute: i32) -> Result<(), Fault> {
        let quota = u32::try_from(per_minute).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
        let limiter = self.limiters.get_with((partner.clone(), per_minute), || {
            Arc::new(DefaultDirectRateLimiter::direct(Quota::per_minute(quota)))
        });
        limiter.check().map_err(|exceeded| {
            let wait = exceeded.wait_time_from(DefaultClock::default().now()).max(Duration::from_secs(1));
            Fault::exhausted(
                ErrorReason::TooManyRequests,
                "This credential has exceeded its calls per minute. Slow down, or ask for a higher limit.",
                Some(wait),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_partner_is_counted_separately() {
        let limiter = PartnerRateLimiter::new();
        let (one, other): (PartnerId, PartnerId) = ("one".into(), "other".into());
        assert!((0..3).all(|_| limiter.take(&one, 3).is_ok()));
        assert!(limiter.take(&one, 3).is_err());
        assert!(limiter.take(&other, 3).is_ok());
    }
}
