//! Rate limits in memory, for calls that are too frequent to be counted in the database. Each server counts for itself,
//! so the total limit is proportional to the number of servers.
use std::{hash::Hash, num::NonZeroU32, sync::Arc, time::Duration};

use governor::{
    DefaultDirectRateLimiter, Quota,
    clock::{Clock, DefaultClock},
};
use moka::sync::Cache;

/// Maximum number of subjects that are counted; an evicted one starts over.
const MAX_SUBJECTS: u64 = 20_000;
/// How long an idle limiter is kept; its quota is full after one minute.
const IDLE_LIFETIME: Duration = Duration::from_secs(120);

/// Counts calls per subject by the monotonic clock.
pub struct InMemoryLimiter<S> {
    limiters: Cache<(S, NonZeroU32), Arc<DefaultDirectRateLimiter>>,
}

impl<S: Clone + Eq + Hash + Send + Sync + 'static> InMemoryLimiter<S> {
    #[must_use]
    pub fn new() -> Self {
        Self { limiters: Cache::builder().max_capacity(MAX_SUBJECTS).time_to_idle(IDLE_LIFETIME).build() }
    }

    /// Counts a call of a subject that may make `per_minute` calls, but at least one.
    ///
    /// # Errors
    /// The time to wait, above the limit.
    pub fn take(&self, subject: &S, per_minute: u32) -> Result<(), Duration> {
        let quota = NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MIN);
        let limiter = self.limiters.get_with((subject.clone(), quota), || {
            Arc::new(DefaultDirectRateLimiter::direct(Quota::per_minute(quota)))
        });
        limiter.check().map_err(|exceeded| {
            exceeded.wait_time_from(DefaultClock::default().now()).max(Duration::from_secs(1))
        })
    }
}

impl<S: Clone + Eq + Hash + Send + Sync + 'static> Default for InMemoryLimiter<S> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_subject_is_counted_separately() {
        let limiter = InMemoryLimiter::new();
        assert!((0..3).all(|_| limiter.take(&"one", 3).is_ok()));
        assert!(limiter.take(&"one", 3).is_err());
        assert!(limiter.take(&"other", 3).is_ok());
    }
}
