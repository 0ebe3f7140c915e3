//! The clock as a value: the system clock in production, and a clock that tests advance.
use std::{fmt, sync::Arc, time::Duration};

use async_trait::async_trait;

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

    /// Returns the calendar day at this time in an IANA time zone, or in UTC if the zone is unknown.
    #[must_use]
    pub fn date_in(self, time_zone: &str) -> jiff::civil::Date {
        let zone = jiff::tz::TimeZone::get(time_zone).unwrap_or(jiff::tz::TimeZone::UTC);
        jiff::Timestamp::from_millisecond(self.0).unwrap_or_default().to_zoned(zone).date()
    }

    /// Returns the time since `earlier`; zero if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0 - earlier.0).unwrap_or(0))
    }
}

fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

impl From<Timestamp> for prost_types::Timestamp {
    fn from(time: Timestamp) -> Self {
        let nanos = i32::try_from(time.0.rem_euclid(1000) * 1_000_000).unwrap_or_default();
        Self { seconds: time.0.div_euclid(1000), nanos }
    }
}

impl From<prost_types::Timestamp> for Timestamp {
    fn from(at: prost_types::Timestamp) -> Self {
        Self(at.seconds.saturating_mul(1_000).saturating_add(i64::from(at.nanos) / 1_000_000))
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
    /// Returns the current time.
    fn now(&self) -> Timestamp;
    /// Waits until it is `time` or later.
    async fn sleep_until(&self, time: Timestamp);
}

/// The system clock.
pub struct SystemClock;

#[async_trait]
impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp(jiff::Timestamp::now().as_millisecond())
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
}

/// A clock that stands still until it is advanced. For tests. Clones show the same time.
#[derive(Clone)]
pub struct TurnedClock {
    time: Arc<tokio::sync::watch::Sender<Timestamp>>,
}

impl TurnedClock {
    /// Creates a clock that shows `time`.
    #[must_use]
    pub fn at(time: Timestamp) -> Self {
        Self { time: Arc::new(tokio::sync::watch::Sender::new(time)) }
    }

    /// Advances the clock.
    pub fn advance(&self, span: Duration) {
        self.time.send_modify(|now| *now = now.plus(span));
    }
}

#[async_trait]
impl Clock for TurnedClock {
    fn now(&self) -> Timestamp {
        *self.time.borrow()
    }

    async fn sleep_until(&self, time: Timestamp) {
        // The sender lives as long as self does, so waiting cannot fail.
        let _ = self.time.subscribe().wait_for(|now| *now >= time).await;
    }
}
