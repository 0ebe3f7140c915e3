//! Rules for statuses, retries and circuit breakers.
use std::time::Duration;

use platform::Timestamp;

use super::model::ProviderMessage;
use crate::messaging::thread::Status;

/// Maximum number of attempts to send a text, over more than one hour.
pub const MAX_TRIES: i32 = 20;
/// Maximum number of times that a text may be lost between Parlor and the carrier.
pub const MAX_UNRECEIVED: i32 = 3;
/// Delay after the first failure; it doubles up to the maximum.
const MIN_PAUSE: Duration = Duration::from_secs(2);
const MAX_PAUSE: Duration = Duration::from_secs(300);
/// Delay in seconds if a busy carrier specifies none, and the maximum delay that is accepted from it.
const BUSY_SECONDS: u64 = 10;
const MAX_BUSY_SECONDS: u64 = 3_600;
/// Number of consecutive failures that open a company's breaker, and for how long.
const BREAKER_FAILURES: u32 = 5;
const BREAKER_PAUSE: Duration = Duration::from_secs(30);
/// Times after an attempt at which an unconfirmed text is looked up at the carrier.
const LOOKUP_DELAYS: [Duration; 3] =
    [Duration::from_secs(30), Duration::from_secs(120), Duration::from_secs(600)];
/// Maximum time during which an unreachable carrier is asked again.
pub const MAX_LOOKUP_TIME: Duration = Duration::from_secs(24 * 3_600);
/// Maximum difference between the carrier's clock and the server's.
const MAX_CLOCK_SKEW: Duration = Duration::from_secs(120);

/// Returns the statuses that a report of `to` may replace. A later status is never replaced by an earlier one,
/// and a delivered text stays delivered.
pub fn before(to: Status) -> &'static [Status] {
    match to {
        Status::Sent => &[Status::Queued, Status::Sending, Status::Unknown],
        Status::Undelivered | Status::Failed | Status::Canceled => {
            &[Status::Queued, Status::Sending, Status::Unknown, Status::Sent]
        }
        Status::Delivered => {
            const ALL: &[Status] = &[
                Status::Queued,
                Status::Sending,
                Status::Unknown,
                Status::Sent,
                Status::Undelivered,
                Status::Failed,
            ];
            ALL
        }
        Status::Queued | Status::Received | Status::Sending | Status::Suppressed | Status::Unknown => &[],
    }
}

/// Returns the delay after a failed attempt. `chance` returns a random number below its argument, which
/// spreads retries of attempts that failed at the same time.
pub fn pause(tries: i32, chance: impl FnOnce(u64) -> u64) -> Duration {
    let doublings = u32::try_from(tries.clamp(1, 16) - 1).unwrap_or(0);
    let pause = MIN_PAUSE.saturating_mul(2_u32.pow(doublings)).min(MAX_PAUSE);
    let half = u64::try_from(pause.as_millis() / 2).unwrap_or(0);
    Duration::from_millis(half + chance(half + 1))
}

/// Returns how long to wait for a busy carrier.
pub fn busy(wait: Option<u64>) -> Duration {
    Duration::from_secs(wait.unwrap_or(BUSY_SECONDS).clamp(1, MAX_BUSY_SECONDS))
}

/// Returns when to look up an unconfirmed text that was looked up `asked` times; `None` after the last
/// lookup.
pub fn next_lookup(tried: Timestamp, asked: i32) -> Option<Timestamp> {
    let after = LOOKUP_DELAYS.get(usize::try_from(asked).unwrap_or(usize::MAX))?;
    Some(tried.plus(*after))
}

/// Returns the carrier's text that was sent at `tried`: it has the same body, was accepted around that time,
/// and does not belong to another attempt.
pub fn recognize<'s>(
    provider_messages: &'s [ProviderMessage],
    body: &str,
    tried: Timestamp,
    taken: &[String],
) -> Option<&'s ProviderMessage> {
    let about_then = |s: &&ProviderMessage| {
        (tried.minus(MAX_CLOCK_SKEW)..=tried.plus(MAX_CLOCK_SKEW)).contains(&s.created) && s.body == body
    };
    let free = |s: &&ProviderMessage| !taken.contains(&s.sid);
    provider_messages.iter().filter(about_then).filter(free).min_by_key(|s| s.created)
}

/// Circuit breaker for a company's carrier.
#[derive(Clone, Copy, Debug, Default)]
pub struct Breaker {
    failures: u32,
    rests_until: Option<Timestamp>,
}

/// Number of texts that a breaker lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    All,
    /// One text, after a pause.
    Probe,
}

impl Breaker {
    /// Returns how many texts may be sent now, or else the time to wait for. After a pause, one text is let
    /// through as a probe.
    pub fn admit(&mut self, now: Timestamp) -> Result<Admission, Timestamp> {
        let admission = self.admission(now)?;
        if admission == Admission::Probe {
            self.rests_until = Some(now.plus(BREAKER_PAUSE));
        }
        Ok(admission)
    }

    /// Returns the same as [`Self::admit`] without using up the probe.
    pub fn admission(&self, now: Timestamp) -> Result<Admission, Timestamp> {
        match self.rests_until {
            Some(until) if now < until => Err(until),
            Some(_) => Ok(Admission::Probe),
            None => Ok(Admission::All),
        }
    }

    /// Records a failure.
    pub fn failed(&mut self, now: Timestamp) {
        self.failures = self.failures.saturating_add(1);
        if self.failures >= BREAKER_FAILURES {
            self.rests_until = Some(now.plus(BREAKER_PAUSE));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Status; 6] = [
        Status::Sending,
        Status::Sent,
        Status::Delivered,
        Status::Undelivered,
        Status::Failed,
        Status::Canceled,
    ];

    #[test]
    fn two_statuses_never_replace_each_other() {
        for a in ALL {
            for b in ALL {
                assert!(!(before(a).contains(&b) && before(b).contains(&a)), "{a:?} and {b:?}");
            }
            assert!(!before(a).contains(&Status::Delivered), "what reached the phone stays so");
        }
    }

    #[test]
    fn retry_delays_grow_to_5_minutes_with_jitter() {
        assert_eq!(pause(1, |_| 0), Duration::from_secs(1));
        assert_eq!(pause(1, |bound| bound - 1), Duration::from_secs(2));
        assert_eq!(pause(4, |_| 0), Duration::from_secs(8));
        assert_eq!(pause(99, |bound| bound - 1), MAX_PAUSE);
    }

    #[test]
    fn after_5_failures_the_breaker_opens_and_then_admits_one_probe() {
        let mut breaker = Breaker::default();
        let now = Timestamp(1_000_000);
        for _ in 0..4 {
            breaker.failed(now);
        }
        assert_eq!(breaker.admit(now), Ok(Admission::All));
        breaker.failed(now);
        let retry_at = now.plus(BREAKER_PAUSE);
        assert_eq!(breaker.admit(now), Err(retry_at));
        assert_eq!(breaker.admission(retry_at), Ok(Admission::Probe));
        assert_eq!(breaker.admit(retry_at), Ok(Admission::Probe));
        assert_eq!(breaker.admit(retry_at), Err(retry_at.plus(BREAKER_PAUSE)), "one at a time");
    }

    #[test]
    fn a_provider_message_is_recognized_by_body_and_time_unless_another_text_has_it() {
        let now = Timestamp(1_000_000_000);
        let provider_message = |sid: &str, body: &str, created| ProviderMessage {
            sid: sid.into(),
            status: Status::Sent,
            code: None,
            body: body.into(),
            created,
        };
        let messages = [
            provider_message("old", "Yes.", now.minus(Duration::from_secs(600))),
            provider_message("other", "No.", now),
            provider_message("taken", "Yes.", now),
            provider_message("it", "Yes.", now.plus(Duration::from_secs(2))),
        ];
        let found = recognize(&messages, "Yes.", now, &["taken".to_owned()]);
        assert_eq!(found.map(|s| s.sid.as_str()), Some("it"));
        assert_eq!(recognize(&messages[..2], "Yes.", now, &[]), None);
    }
}
