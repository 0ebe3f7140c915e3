//! The clock as a value: the system clock in production, and a clock that tests advance.
use std::{
    fmt,
    sync::{Arc, LazyLock},
    time::{Duration, Instant},
};

use async_trait::async_trait;
use futures::future::BoxFuture;

use crate::time_zone;

/// The largest step of a wall clock that loses nothing: expired data is deleted only this much later, and a carrier's
/// time may differ by this much.
pub const MAX_CLOCK_STEP: Duration = Duration::from_secs(3_600);

/// Milliseconds since the Unix epoch.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    sqlx::Type,
    serde::Serialize,
    serde::Deserialize,
)]
#[sqlx(transparent)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Returns the time that is `span` later.
    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        Self(self.0.saturating_add(millis(span)))
    }

    /// Returns the time that is `span` earlier.
    #[must_use]
    pub fn minus(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(millis(span)))
    }

    /// Returns the calendar day at this time in an IANA time zone, or in the default one if it is unstated.
    #[must_use]
    pub fn date_in(self, time_zone: &str) -> jiff::civil::Date {
        let local = jiff::Timestamp::from_millisecond(self.0).unwrap_or_default();
        local.to_zoned(time_zone::find(time_zone)).date()
    }

    /// Returns the time since `earlier`; zero if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}

fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// The first and the last second that the contract's JSON can express, in milliseconds: from the beginning of the year 1
/// to the end of the year 9999 in every time zone.
const FIRST_MS: i64 = -62_135_596_800_000;
const LAST_MS: i64 = 253_402_207_200_000;

/// A time outside of what the contract can express becomes the first or the last one.
impl From<Timestamp> for prost_types::Timestamp {
    fn from(time: Timestamp) -> Self {
        let time = Timestamp(time.0.clamp(FIRST_MS, LAST_MS));
        let nanos = i32::try_from(time.0.rem_euclid(1000) * 1_000_000).unwrap_or_default();
        Self { seconds: time.0.div_euclid(1000), nanos }
    }
}

/// A time outside of what the contract can express becomes the first or the last one.
impl From<prost_types::Timestamp> for Timestamp {
    fn from(at: prost_types::Timestamp) -> Self {
        let ms = at.seconds.saturating_mul(1_000).saturating_add(i64::from(at.nanos) / 1_000_000);
        Self(ms.clamp(FIRST_MS, LAST_MS))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(time) => time.fmt(f),
            Err(_) => self.0.fmt(f),
        }
    }
}

/// A source of the current time.
#[async_trait]
pub trait Clock: Send + Sync + 'static {
    /// Returns the current time. It may step in either direction when the wall clock is set.
    fn now(&self) -> Timestamp;
    /// Returns the time since an arbitrary moment before the first call. It never steps, so leases and durations within
    /// a process are measured with it.
    fn uptime(&self) -> Duration;
    /// Waits until it is `time` or later.
    async fn sleep_until(&self, time: Timestamp);
    /// Waits for a duration from now, even if the wall clock is set meanwhile.
    fn sleep(&self, span: Duration) -> BoxFuture<'_, ()>;
}

/// The start of the process, or shortly after.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The system clock.
pub struct SystemClock;

#[async_trait]
impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp(jiff::Timestamp::now().as_millisecond())
    }

    fn uptime(&self) -> Duration {
        START.elapsed()
    }

    async fn sleep_until(&self, time: Timestamp) {
        // Woken at least once a minute, so that a stepped clock is noticed.
        loop {
            let left = time.since(self.now());
            if left.is_zero() {
                return;
            }
            tokio::time::sleep(left.min(Duration::from_secs(60))).await;
        }
    }

    fn sleep(&self, span: Duration) -> BoxFuture<'_, ()> {
        Box::pin(tokio::time::sleep(span))
    }
}

/// A clock that stands still until it is advanced. For tests. Clones show the same time.
#[derive(Clone)]
pub struct TurnedClock {
    state: Arc<tokio::sync::watch::Sender<ClockState>>,
}

/// What a clock shows.
#[derive(Clone, Copy)]
struct ClockState {
    now: Timestamp,
    uptime: Duration,
}

impl TurnedClock {
    /// Creates a clock that shows `time`.
    #[must_use]
    pub fn at(time: Timestamp) -> Self {
        let state = ClockState { now: time, uptime: Duration::ZERO };
        Self { state: Arc::new(tokio::sync::watch::Sender::new(state)) }
    }

    /// Advances the clock, as if time had passed.
    pub fn advance(&self, span: Duration) {
        self.state.send_modify(|state| {
            *state = ClockState { now: state.now.plus(span), uptime: state.uptime.saturating_add(span) };
        });
    }

    /// Sets the wall clock forward or, by a negative number of seconds, back, although no time has passed.
    pub fn step(&self, seconds: i64) {
        self.state.send_modify(|state| {
            state.now = Timestamp(state.now.0.saturating_add(seconds.saturating_mul(1_000)));
        });
    }
}

#[async_trait]
impl Clock for TurnedClock {
    fn now(&self) -> Timestamp {
        self.state.borrow().now
    }

    fn uptime(&self) -> Duration {
        self.state.borrow().uptime
    }

    // The sender lives as long as self does, so waiting cannot fail.
    async fn sleep_until(&self, time: Timestamp) {
        let _ = self.state.subscribe().wait_for(|state| state.now >= time).await;
    }

    fn sleep(&self, span: Duration) -> BoxFuture<'_, ()> {
        let (end, mut states) = (self.uptime().saturating_add(span), self.state.subscribe());
        Box::pin(async move {
            let _ = states.wait_for(|state| state.uptime >= end).await;
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_since_any_other_time_is_not_negative() {
        assert_eq!(Timestamp(3_000).since(Timestamp(1_000)), Duration::from_secs(2));
        assert_eq!(Timestamp(i64::MIN).since(Timestamp(i64::MAX)), Duration::ZERO);
        assert_eq!(Timestamp(i64::MAX).since(Timestamp(i64::MIN)), Duration::from_millis(u64::MAX / 2));
    }

    #[test]
    fn times_of_the_contract_are_in_the_years_1_to_9999() {
        for (ms, expected) in [
            (i64::MIN, "0001-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (i64::MAX, "9999-12-30T22:00:00Z"),
        ] {
            let written = prost_types::Timestamp::from(Timestamp(ms));
            let read = Timestamp::from(prost_types::Timestamp { seconds: ms, nanos: 0 });
            assert_eq!(Timestamp::from(written).to_string(), expected);
            assert!(read.0 == -1_000 || read.to_string() == expected, "{read}");
        }
        assert_eq!(jiff::Timestamp::MAX.as_second() * 1_000, LAST_MS);
    }

    #[tokio::test]
    async fn a_step_of_the_wall_clock_ends_no_wait_for_a_duration() {
        let clock = TurnedClock::at(Timestamp(10_000_000));
        let mut waiting = clock.sleep(Duration::from_secs(2));
        for seconds in [3_600, -3_600] {
            assert!(futures::poll!(&mut waiting).is_pending());
            clock.step(seconds);
        }
        assert_eq!((clock.now(), clock.uptime()), (Timestamp(10_000_000), Duration::ZERO));
        clock.step(-3_600);
        clock.advance(Duration::from_secs(2));
        waiting.await;
        assert_eq!(clock.now(), Timestamp(6_402_000));
    }
}
