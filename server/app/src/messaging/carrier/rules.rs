//! Rules for statuses, retries and circuit breakers.
use std::time::Duration;

use platform::{Timestamp, clock::MAX_CLOCK_STEP};

use super::model::ProviderMessage;
use crate::messaging::{photo, thread::Status};

/// Maximum number of attempts to send a text, over more than one hour.
pub const MAX_TRIES: i32 = 20;
/// Maximum number of attempts to send a text that the carrier turns out not to have received. Each is looked up for 10
/// minutes, so that a carrier that fails for an hour gets the text afterwards.
pub const MAX_UNRECEIVED: i32 = 7;
/// Delay after the first failure; it doubles up to the maximum.
const MIN_PAUSE: Duration = Duration::from_secs(2);
const MAX_PAUSE: Duration = Duration::from_secs(300);
/// Delay in seconds if a busy carrier specifies none, and the maximum delay that is accepted from it.
const BUSY_SECONDS: u64 = 10;
const MAX_BUSY_SECONDS: u64 = 3_600;
/// Number of consecutive failures that open a breaker, and for how long.
const BREAKER_FAILURES: u32 = 5;
const BREAKER_PAUSE: Duration = Duration::from_secs(30);
/// Times after an attempt at which an unconfirmed text is looked up at the carrier.
const LOOKUP_DELAYS: [Duration; 3] =
    [Duration::from_secs(30), Duration::from_secs(120), Duration::from_secs(600)];
/// Maximum time during which an unreachable carrier is asked again.
pub const MAX_LOOKUP_TIME: Duration = Duration::from_secs(24 * 3_600);
/// Maximum difference between the carrier's clock and the server's, without a step of the server's.
const MAX_CLOCK_SKEW: Duration = Duration::from_secs(120);
/// Delay after which a lookup is so late that the server's clock may have been set forward.
const LATE_LOOKUP: Duration = Duration::from_secs(1_800);

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
        Status::Queued
        | Status::HeldQuietHours
        | Status::Received
        | Status::Sending
        | Status::Suppressed
        | Status::Unknown => &[],
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
/// lookup. If the time has passed long ago, the delay counts from the previous lookup, so that a clock that
/// was set forward does not shorten the time that the carrier has to show the text.
pub fn next_lookup(tried: Timestamp, asked: i32, now: Timestamp) -> Option<Timestamp> {
    let asked = usize::try_from(asked).unwrap_or(usize::MAX);
    let after = *LOOKUP_DELAYS.get(asked)?;
    let due = tried.plus(after);
    let previous = asked.checked_sub(1).map_or(Duration::ZERO, |last| LOOKUP_DELAYS[last]);
    Some(if now.since(due) > LATE_LOOKUP { now.plus(after.saturating_sub(previous)) } else { due.max(now) })
}

/// Minimum and maximum seconds for which a carrier can be told to keep a text that it has not sent yet.
const MIN_VALIDITY: u64 = 1;
const MAX_VALIDITY: u64 = 36_000;

/// How long a carrier may keep a text that it has not sent yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    /// As long as possible.
    Longest,
    /// Until this time.
    Until(Timestamp),
}

impl Validity {
    /// Returns the seconds from `now`, within what carriers accept.
    pub fn seconds(self, now: Timestamp) -> u64 {
        match self {
            Self::Longest => MAX_VALIDITY,
            Self::Until(until) => until.since(now).as_secs().clamp(MIN_VALIDITY, MAX_VALIDITY),
        }
    }
}

/// Returns the carrier's text that was sent at `tried`: it has the same body, was accepted closest to that time,
/// and does not belong to another attempt. The server's clock may have been wrong when it sent the text. Photos without
/// words, which have a placeholder here, have no body at the carrier.
pub fn recognize<'s>(
    provider_messages: &'s [ProviderMessage],
    body: &str,
    tried: Timestamp,
    taken: &[String],
) -> Option<&'s ProviderMessage> {
    let most = MAX_CLOCK_STEP + MAX_CLOCK_SKEW;
    let is_wordless = photo::is_placeholder(body);
    let is_body = |other: &str| other == body || (is_wordless && other.is_empty());
    let about_then = |s: &&ProviderMessage| {
        (tried.minus(most)..=tried.plus(most)).contains(&s.created) && is_body(&s.body)
    };
    let free = |s: &&ProviderMessage| !taken.contains(&s.sid);
    provider_messages.iter().filter(about_then).filter(free).min_by_key(|s| s.created.0.abs_diff(tried.0))
}

/// Circuit breaker for a carrier of a company.
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

    /// Returns the same as [`Self::admit`] without using up the probe. A pause that ends later than a pause from now
    /// began before the clock was set back, and is over.
    pub fn admission(&self, now: Timestamp) -> Result<Admission, Timestamp> {
        match self.rests_until {
            Some(until) if now < until && until.since(now) <= BREAKER_PAUSE => Err(until),
            Some(_) => Ok(Admission::Probe),
            None => Ok(Admission::All),
        }
    }

    /// Returns whether enough failures followed each other that not all texts are let through.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.rests_until.is_some()
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
    fn a_text_is_valid_for_1_second_to_10_hours() {
        let now = Timestamp(1_000_000);
        let seconds = |until| Validity::Until(until).seconds(now);
        assert_eq!(seconds(now.plus(Duration::from_millis(90_999))), 90);
        assert_eq!(seconds(now.plus(Duration::from_secs(11 * 3_600))), 36_000);
        assert_eq!((seconds(now), seconds(now.minus(Duration::from_secs(9)))), (1, 1));
        assert_eq!(Validity::Longest.seconds(now), 36_000);
    }

    #[test]
    fn after_5_failures_the_breaker_opens_and_then_admits_one_probe() {
        let mut breaker = Breaker::default();
        let now = Timestamp(1_000_000);
        for _ in 0..4 {
            breaker.failed(now);
        }
        assert_eq!(breaker.admit(now), Ok(Admission::All));
        assert!(!breaker.is_open());
        breaker.failed(now);
        assert!(breaker.is_open());
        let retry_at = now.plus(BREAKER_PAUSE);
        assert_eq!(breaker.admit(now), Err(retry_at));
        assert_eq!(breaker.admission(retry_at), Ok(Admission::Probe));
        assert_eq!(breaker.admit(retry_at), Ok(Admission::Probe));
        assert_eq!(breaker.admit(retry_at), Err(retry_at.plus(BREAKER_PAUSE)), "one at a time");
        assert_eq!(breaker.admission(retry_at.minus(MAX_CLOCK_STEP)), Ok(Admission::Probe));
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
            provider_message("old", "Yes.", now.minus(Duration::from_secs(7_200))),
            provider_message("other", "No.", now),
            provider_message("taken", "Yes.", now),
            provider_message("it", "Yes.", now.plus(Duration::from_secs(2))),
        ];
        let found = recognize(&messages, "Yes.", now, &["taken".to_owned()]);
        assert_eq!(found.map(|s| s.sid.as_str()), Some("it"));
        assert_eq!(recognize(&messages[..2], "Yes.", now, &[]), None);
        for tried in [now.plus(MAX_CLOCK_STEP), now.minus(MAX_CLOCK_STEP)] {
            let found = recognize(&messages[3..], "Yes.", tried, &[]);
            assert_eq!(found.map(|s| s.sid.as_str()), Some("it"), "the clock was an hour off");
        }
        let wordless = [provider_message("photos", "", now)];
        assert_eq!(recognize(&wordless, "(2 photos)", now, &[]).map(|s| s.sid.as_str()), Some("photos"));
        assert_eq!(recognize(&wordless, "Yes.", now, &[]), None);
    }

    #[test]
    fn a_clock_that_is_set_forward_does_not_shorten_the_delays_between_lookups() {
        let (tried, seconds) = (Timestamp(1_000_000_000), Duration::from_secs);
        assert_eq!(next_lookup(tried, 0, tried), Some(tried.plus(seconds(30))));
        assert_eq!(next_lookup(tried, 2, tried.plus(seconds(700))), Some(tried.plus(seconds(700))));
        let ahead = tried.plus(MAX_CLOCK_STEP);
        let lookups = [0, 1, 2, 3].map(|asked| next_lookup(tried, asked, ahead));
        assert_eq!(lookups, [Some(30), Some(90), Some(480), None].map(|s| Some(ahead.plus(seconds(s?)))));
    }
}
