//! Where a text stands and when it is tried again.
use std::time::Duration;

use platform::Timestamp;

use super::model::Sighting;
use crate::conversation::Status;

/// So often a text is handed over before it is given up: for more than an hour.
pub const MOST_TRIES: i32 = 20;
/// So often a text may get lost on its way to the carrier.
pub const MOST_LOST: i32 = 3;
/// The pause after the first failure; it doubles, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// Where a carrier is busy and does not say for how long, and the most that is believed.
const BUSY: u64 = 10;
const LONGEST_BUSY: u64 = 3_600;
/// After so many failures in a row a company's carrier is left alone for a while.
const FAILURES: u32 = 5;
const REST: Duration = Duration::from_secs(30);
/// When the carrier is asked about a text whose fate is not known, after the attempt.
const ASKED_AFTER: [Duration; 3] =
    [Duration::from_secs(30), Duration::from_secs(120), Duration::from_secs(600)];
/// A carrier that cannot be asked is asked again for so long.
pub const ASKED_FOR: Duration = Duration::from_secs(24 * 3_600);
/// The carrier's clock and ours may differ by that much.
const SKEW: Duration = Duration::from_secs(120);

/// The code of a carrier that keeps texts from somebody who opted out with it.
pub const OPTED_OUT: i32 = 21_610;

/// From which statuses a report of `to` moves a text on. A later status never gives way to an
/// earlier one, in whatever order they come; what reached the phone stays so.
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

/// What a carrier's code means, and what to do.
pub fn words(code: Option<i32>) -> String {
    let words = match code {
        Some(OPTED_OUT) => "They opted out of texts from this number. They can text START to get them again.",
        Some(20_003 | 20_403) => "Twilio did not accept the account. Check its SID and auth token.",
        Some(20_404) => "Twilio does not know this account. Check its SID.",
        Some(21_211 | 21_614) => "This number cannot be texted. Check it.",
        Some(21_408) => "Texts to this country are not switched on at Twilio.",
        Some(21_606 | 21_659) => "The community's number is not one of this Twilio account's. Check both.",
        Some(21_611) => "Too many texts wait at Twilio for this number. Send again later.",
        Some(21_617) => "The text is too long for one message. Shorten it.",
        Some(30_001) => "Too many texts waited at Twilio. Send it again later.",
        Some(30_002) => "The Twilio account is suspended. Ask Twilio.",
        Some(30_003) => "The phone could not be reached: it is off or has no signal. Try again later.",
        Some(30_004) => "The phone or its carrier blocks texts from this number.",
        Some(30_005) => "No phone has this number any more. Check it.",
        Some(30_006) => "This is a landline, or a carrier that takes no texts. Call instead.",
        Some(30_007) => "The phone's carrier filtered it as unwanted. Change the wording.",
        Some(30_008) => "It did not arrive, and the phone's carrier does not say why. Try again.",
        Some(30_023) => "The daily limit of texts to this carrier is used up. It can go tomorrow.",
        Some(30_034) => "The number is not registered for texts from businesses. Register it at Twilio.",
        Some(other) => return format!("The carrier refused it with code {other}."),
        None => "The carrier refused it and does not say why.",
    };
    match code {
        Some(code) => format!("{words} (code {code})"),
        None => words.to_owned(),
    }
}

/// How long to wait after the failure of an attempt; `chance` is below what it was given as its
/// bound, which spreads those that failed together.
pub fn pause(tries: i32, chance: impl FnOnce(u64) -> u64) -> Duration {
    let doublings = u32::try_from(tries.clamp(1, 16) - 1).unwrap_or(0);
    let pause = FIRST_PAUSE.saturating_mul(2_u32.pow(doublings)).min(LONGEST_PAUSE);
    let half = u64::try_from(pause.as_millis() / 2).unwrap_or(0);
    Duration::from_millis(half + chance(half + 1))
}

/// How long to leave a busy carrier alone.
pub fn busy(wait: Option<u64>) -> Duration {
    Duration::from_secs(wait.unwrap_or(BUSY).clamp(1, LONGEST_BUSY))
}

/// When to ask about a text whose fate is not known, having asked so often; nothing when that
/// was the last time.
pub fn ask_at(tried: Timestamp, asked: i32) -> Option<Timestamp> {
    let after = ASKED_AFTER.get(usize::try_from(asked).unwrap_or(usize::MAX))?;
    Some(tried.plus(*after))
}

/// Which of the texts that the carrier knows is the one that was tried at `tried`: the words
/// are the same, it was made about then, and it is not known as another one.
pub fn recognise<'s>(
    sightings: &'s [Sighting],
    body: &str,
    tried: Timestamp,
    taken: &[String],
) -> Option<&'s Sighting> {
    let about_then =
        |s: &&Sighting| (tried.minus(SKEW)..=tried.plus(SKEW)).contains(&s.created) && s.body == body;
    let free = |s: &&Sighting| !taken.contains(&s.sid);
    sightings.iter().filter(about_then).filter(free).min_by_key(|s| s.created)
}

/// Keeps a company's texts from a carrier that fails again and again.
#[derive(Clone, Copy, Debug, Default)]
pub struct Breaker {
    failures: u32,
    rests_until: Option<Timestamp>,
}

impl Breaker {
    /// Whether a text may be handed over now; else when to come back. When a rest is over, one
    /// text tries whether the carrier is well.
    pub fn admit(&mut self, now: Timestamp) -> Result<(), Timestamp> {
        match self.rests_until {
            Some(until) if now < until => Err(until),
            Some(_) => {
                self.rests_until = Some(now.plus(REST));
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// It failed.
    pub fn failed(&mut self, now: Timestamp) {
        self.failures = self.failures.saturating_add(1);
        if self.failures >= FAILURES {
            self.rests_until = Some(now.plus(REST));
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
    fn no_two_reports_can_swing_a_text_to_and_fro() {
        for a in ALL {
            for b in ALL {
                assert!(!(before(a).contains(&b) && before(b).contains(&a)), "{a:?} and {b:?}");
            }
            assert!(!before(a).contains(&Status::Delivered), "what reached the phone stays so");
        }
    }

    #[test]
    fn pauses_grow_to_five_minutes_and_are_spread() {
        assert_eq!(pause(1, |_| 0), Duration::from_secs(1));
        assert_eq!(pause(1, |bound| bound - 1), Duration::from_secs(2));
        assert_eq!(pause(4, |_| 0), Duration::from_secs(8));
        assert_eq!(pause(99, |bound| bound - 1), LONGEST_PAUSE);
    }

    #[test]
    fn after_five_failures_a_carrier_rests_and_then_one_text_tries() {
        let mut breaker = Breaker::default();
        let now = Timestamp(1_000_000);
        for _ in 0..4 {
            breaker.failed(now);
        }
        assert_eq!(breaker.admit(now), Ok(()));
        breaker.failed(now);
        let then = now.plus(REST);
        assert_eq!(breaker.admit(now), Err(then));
        assert_eq!(breaker.admit(then), Ok(()));
        assert_eq!(breaker.admit(then), Err(then.plus(REST)), "one at a time");
    }

    #[test]
    fn a_text_is_recognised_by_its_words_and_time_and_by_being_nobody_elses() {
        let now = Timestamp(1_000_000_000);
        let sighting = |sid: &str, body: &str, created| Sighting {
            sid: sid.into(),
            status: Status::Sent,
            code: None,
            body: body.into(),
            created,
        };
        let seen = [
            sighting("old", "Yes.", now.minus(Duration::from_secs(600))),
            sighting("other", "No.", now),
            sighting("taken", "Yes.", now),
            sighting("it", "Yes.", now.plus(Duration::from_secs(2))),
        ];
        let found = recognise(&seen, "Yes.", now, &["taken".to_owned()]);
        assert_eq!(found.map(|s| s.sid.as_str()), Some("it"));
        assert_eq!(recognise(&seen[..2], "Yes.", now, &[]), None);
    }
}
