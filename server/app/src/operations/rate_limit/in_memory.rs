//! Rate limits in memory, for calls that are too frequent to be counted in the database. Each server counts for itself,
//! so the total limit is proportional to the number of servers.
use std::{hash::Hash, num::NonZeroU32, sync::Arc, time::Duration};

use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::NoOpMiddleware,
    state::{InMemoryState, NotKeyed},
};
use moka::sync::Cache;

/// Maximum number of subjects that are counted; an evicted one starts over.
const MAX_SUBJECTS: u64 = 20_000;
/// How long an idle limiter is kept; its quota is full after one minute.
const IDLE_LIFETIME: Duration = Duration::from_secs(120);

type Limiter<C> = RateLimiter<NotKeyed, InMemoryState, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// Counts calls per subject, by the monotonic clock unless another one is given.
pub struct InMemoryLimiter<S, C: Clock = DefaultClock> {
    clock: C,
    limiters: Cache<(S, NonZeroU32), Arc<Limiter<C>>>,
}

impl<S, C> InMemoryLimiter<S, C>
where
    S: Clone + Eq + Hash + Send + Sync + 'static,
    C: Clock + Clone + Send + Sync + 'static,
{
    pub fn new(clock: C) -> Self {
        let limiters = Cache::builder().max_capacity(MAX_SUBJECTS).time_to_idle(IDLE_LIFETIME).build();
        Self { clock, limiters }
    }

    /// Counts a call of a subject that may make `per_minute` calls per minute; 0 counts as 1.
    ///
    /// # Errors
    /// The time to wait, above the limit.
    pub fn take(&self, subject: &S, per_minute: u32) -> Result<(), Duration> {
        let quota = NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MIN);
        let limiter = self.limiters.get_with((subject.clone(), quota), || {
            Arc::new(RateLimiter::direct_with_clock(Quota::per_minute(quota), self.clock.clone()))
        });
        limiter
            .check()
            .map_err(|exceeded| exceeded.wait_time_from(self.clock.now()).max(Duration::from_secs(1)))
    }
}

impl<S> Default for InMemoryLimiter<S>
where
    S: Clone + Eq + Hash + Send + Sync + 'static,
{
    fn default() -> Self {
        Self::new(DefaultClock::default())
    }
}

/// Adapts the server's [`platform::Clock`] to the limiter, so that tests can advance it.
#[derive(Clone)]
pub struct ServerClock {
    pub clock: Arc<dyn platform::Clock>,
}

impl Clock for ServerClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.clock.uptime()
    }
}

#[cfg(test)]
mod tests {
    use platform::{Timestamp, clock::TurnedClock};

    use super::*;

    #[test]
    fn each_subject_is_counted_separately() {
        let limiter = InMemoryLimiter::default();
        assert!((0..3).all(|_| limiter.take(&"one", 3).is_ok()));
        assert!(limiter.take(&"one", 3).is_err());
        assert!(limiter.take(&"other", 3).is_ok());
    }

    #[test]
    fn calls_are_allowed_again_after_a_minute() {
        let clock = TurnedClock::at(Timestamp(1_000_000));
        let limiter = InMemoryLimiter::new(ServerClock { clock: Arc::new(clock.clone()) });
        assert!((0..3).all(|_| limiter.take(&"one", 3).is_ok()));
        assert_eq!(limiter.take(&"one", 3), Err(Duration::from_secs(20)));
        for step in [-3_600, 7_200] {
            clock.step(step);
            assert_eq!(limiter.take(&"one", 3), Err(Duration::from_secs(20)), "no time has passed");
        }
        clock.advance(Duration::from_secs(60));
        assert!((0..3).all(|_| limiter.take(&"one", 3).is_ok()));
    }
}
