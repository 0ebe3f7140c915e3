//! The rates at which texts of blasts are sent to the carrier: per number, per company with its account, and
//! per day of the brand. All blasts of a company share them; its numbers send in parallel. The review of a
//! draft and the sending job use the same rules.
use std::{collections::HashMap, time::Duration};

use jiff::{ToSpan, tz::TimeZone};
use platform::Timestamp;

use super::model::SenderPace;
use crate::messaging::carrier;

/// The time zone in which the brand's day ends at midnight, as carriers count it.
const DAY_ZONE: &str = "America/Los_Angeles";
const DAY_SECONDS: i64 = 24 * 3_600;
/// Longer than a number or a company takes to send the segments of a second and a long text, even at one segment per
/// second.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// The rates of a company. 0 means no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rates {
    /// Segments per second, over all numbers.
    pub per_second: i64,
    /// Segments per day of the brand.
    pub per_day: i64,
}

impl Rates {
    /// Returns the rates with an additional limit per second.
    #[must_use]
    pub fn within(self, per_second: i64) -> Self {
        match (self.per_second, per_second) {
            (_, 0) => self,
            (0, _) => Self { per_second, ..self },
            (own, other) => Self { per_second: own.min(other), ..self },
        }
    }
}

/// Segments that a number may send to the carrier now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Segments for one second. A single longer text may exceed them.
    pub segments: i64,
    /// Remaining segments of the day.
    pub of_day: i64,
    /// Whether no segment of the day was used. A single text that is longer than the daily limit may then
    /// exceed it.
    pub is_new_day: bool,
}

impl Budget {
    /// No limit.
    pub const UNLIMITED: Self = Self { segments: i64::MAX, of_day: i64::MAX, is_new_day: false };

    /// Returns how many of the texts, given their numbers of segments, may be sent now.
    #[must_use]
    pub fn fitting(&self, texts: &[i64]) -> usize {
        let mut total = 0;
        let fits = |segments: &&i64| {
            let is_first = total == 0;
            total += **segments;
            let fits_day = total <= self.of_day || (is_first && self.is_new_day);
            fits_day && (is_first || total <= self.segments)
        };
        texts.iter().take_while(fits).count()
    }
}

/// Tracks the use of a company's rates while a batch is built.
pub struct Pace {
    rates: Rates,
    now: Timestamp,
    senders: HashMap<String, SenderPace>,
    /// Segments used in this batch.
    spent: i64,
}

impl Pace {
    /// Creates the tracker from the stored use, without times that no longer hold.
    #[must_use]
    pub fn new(rates: Rates, stored: Vec<SenderPace>, now: Timestamp) -> Self {
        let senders = stored.into_iter().map(|one| {
            let free_ms = if is_void(&one, now) { Timestamp(0) } else { one.free_ms };
            (one.sender.clone(), SenderPace { free_ms, ..one })
        });
        Self { rates, now, senders: senders.collect(), spent: 0 }
    }

    /// Returns what a number with this rate may send now, or else the time from which it may send.
    pub fn budget(&self, number: &str, rate: i64) -> Result<Budget, Timestamp> {
        let free = self.free(number).max(self.free(""));
        if free > self.now {
            return Err(free);
        }
        let of_company = match self.rates.per_second {
            0 => i64::MAX,
            rate if self.spent >= rate => return Err(self.now.plus(time_of(self.spent, rate))),
            rate => rate - self.spent,
        };
        let of_day = match self.rates.per_day {
            0 => i64::MAX,
            limit => limit - self.used_today(),
        };
        match of_day > 0 {
            true => Ok(Budget {
                segments: rate.min(of_company),
                of_day,
                is_new_day: self.used_today() == 0 && self.spent == 0,
            }),
            false => Err(next_day(self.now)),
        }
    }

    /// Subtracts segments that a number with this rate sends.
    pub fn spend(&mut self, number: &str, rate: i64, segments: i64) {
        let now = self.now;
        self.sender(number).free_ms = now.plus(time_of(segments, rate));
        let today = day_of(now);
        let company = self.sender("");
        if company.day != today {
            (company.day, company.day_segments) = (today, 0);
        }
        company.day_segments += segments;
        self.spent += segments;
    }

    /// Returns the values to store.
    #[must_use]
    pub fn finish(mut self) -> Vec<SenderPace> {
        if self.rates.per_second > 0 {
            let free = self.now.plus(time_of(self.spent, self.rates.per_second));
            let company = self.sender("");
            company.free_ms = company.free_ms.max(free);
        }
        self.senders.into_values().collect()
    }

    /// Returns the number of segments that the brand has used today.
    #[must_use]
    pub fn used_today(&self) -> i64 {
        let today = day_of(self.now);
        self.senders.get("").filter(|one| one.day == today).map_or(0, |one| one.day_segments)
    }

    /// Returns the time from which a number, or the company if `sender` is empty, may send texts to the carrier, or
    /// from which a carrier no longer has to be left alone.
    #[must_use]
    pub fn free(&self, sender: &str) -> Timestamp {
        self.senders.get(sender).map_or(Timestamp(0), |one| one.free_ms)
    }

    fn sender(&mut self, sender: &str) -> &mut SenderPace {
        let new = || SenderPace { sender: sender.to_owned(), ..SenderPace::default() };
        self.senders.entry(sender.to_owned()).or_insert_with(new)
    }
}

/// Returns the sender that holds the time until which a carrier is to be left alone. It is no number.
#[must_use]
pub fn carrier_sender(kind: carrier::Kind) -> &'static str {
    match kind {
        carrier::Kind::TestPhone => "test phone",
        carrier::Kind::Twilio => "twilio",
        carrier::Kind::Textline => "textline",
    }
}

/// Returns whether the time of a sender no longer holds: it is further ahead than any sender waits, so it was stored
/// before the clock was set back, or a carrier's has passed, and would hold again if the clock was set back.
fn is_void(one: &SenderPace, now: Timestamp) -> bool {
    let wait = one.free_ms.since(now);
    let carriers = [carrier::Kind::Twilio, carrier::Kind::Textline];
    match carriers.into_iter().any(|kind| carrier_sender(kind) == one.sender) {
        true => wait.is_zero() || wait > carrier::busy_pause(Some(u64::MAX)),
        false => wait > MAX_WAIT,
    }
}

/// Returns the duration of sending segments at a rate.
fn time_of(segments: i64, rate: i64) -> Duration {
    let millis = segments.saturating_mul(1_000) / rate.max(1);
    Duration::from_millis(u64::try_from(millis).unwrap_or(0))
}

/// The texts of a blast that one number sends.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    pub recipients: i64,
    pub segments: i64,
    /// Segments per second.
    pub rate: i64,
}

/// Returns the seconds from now until the last segment is sent to the carrier, without quiet hours. The loads
/// do not include the number of the test phone.
pub fn duration_seconds(loads: &[Load], rates: Rates, used_today: i64, now: Timestamp) -> i64 {
    let total: i64 = loads.iter().map(|load| load.segments).sum();
    let of_numbers = loads.iter().map(|load| ceiling(load.segments, load.rate)).max().unwrap_or(0);
    let seconds = match rates.per_second {
        0 => of_numbers,
        rate => of_numbers.max(ceiling(total, rate)),
    };
    let left = (rates.per_day - used_today).max(0);
    if rates.per_day == 0 || total <= left {
        return seconds;
    }
    let days = ceiling(total - left, rates.per_day);
    let last_day = total - left - (days - 1) * rates.per_day;
    let until_midnight = i64::try_from(next_day(now).since(now).as_secs()).unwrap_or(0);
    let by_days = until_midnight + (days - 1) * DAY_SECONDS + ceiling(seconds * last_day, total);
    seconds.max(by_days)
}

/// Returns, for each load, the number of recipients beyond the brand's remaining daily limit, assuming the
/// same number of segments for each recipient. The numbers send in parallel, so that each uses the daily
/// limit in proportion to its rate.
#[must_use]
pub fn beyond_day(loads: &[Load], rates: Rates, used_today: i64) -> Vec<i64> {
    let mut beyond = vec![0; loads.len()];
    let mut left = (rates.per_day - used_today).max(0);
    if rates.per_day == 0 || loads.iter().map(|load| load.segments).sum::<i64>() <= left {
        return beyond;
    }
    let mut order: Vec<usize> = (0..loads.len()).collect();
    // Numbers that finish first leave the rest of the daily limit to the others.
    order.sort_by_key(|at| ceiling(loads[*at].segments.saturating_mul(1_000), loads[*at].rate));
    let mut rate_left: i64 = loads.iter().map(|load| load.rate.max(1)).sum();
    for at in order {
        let Load { recipients, segments, rate } = loads[at];
        let share = left.saturating_mul(rate.max(1)) / rate_left.max(1);
        let used = share.min(segments);
        rate_left -= rate.max(1);
        left -= used;
        beyond[at] = if segments == 0 { 0 } else { recipients - used.saturating_mul(recipients) / segments };
    }
    beyond
}

fn ceiling(amount: i64, by: i64) -> i64 {
    let by = by.max(1);
    amount.div_euclid(by) + i64::from(amount.rem_euclid(by) != 0)
}

/// Returns the brand's day, in days since 1970.
#[must_use]
pub fn day_of(now: Timestamp) -> i64 {
    let epoch = jiff::civil::date(1970, 1, 1);
    now.date_in(DAY_ZONE).since(epoch).map_or(0, |span| span.get_days().into())
}

/// Returns the start of the brand's next day.
#[must_use]
pub fn next_day(now: Timestamp) -> Timestamp {
    let zone = TimeZone::get(DAY_ZONE).unwrap_or(TimeZone::UTC);
    let midnight = now.date_in(DAY_ZONE).saturating_add(1.day()).to_zoned(zone);
    midnight.map_or(now, |midnight| Timestamp(midnight.timestamp().as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Monday, March 2, 2026, at 7:00 in Pacific Time.
    const NOW: Timestamp = Timestamp(1_772_463_600_000);
    const UNTIL_MIDNIGHT: i64 = 17 * 3_600;

    #[test]
    fn the_rate_of_a_number_does_not_delay_other_numbers() {
        let mut pace = Pace::new(Rates::default(), Vec::new(), NOW);
        assert_eq!(pace.budget("a", 10), Ok(Budget { segments: 10, of_day: i64::MAX, is_new_day: true }));
        pace.spend("a", 10, 12);
        let stored = pace.finish();
        let later = Pace::new(Rates::default(), stored.clone(), NOW.plus(Duration::from_millis(1_199)));
        assert_eq!(later.budget("a", 10), Err(NOW.plus(Duration::from_millis(1_200))));
        assert!(later.budget("b", 10).is_ok());
        let set_back = Pace::new(Rates::default(), stored.clone(), NOW.minus(Duration::from_secs(3_600)));
        assert!(set_back.budget("a", 10).is_ok());
        assert!(
            Pace::new(Rates::default(), stored, NOW.plus(Duration::from_millis(1_200)))
                .budget("a", 10)
                .is_ok()
        );
    }

    #[test]
    fn a_carrier_is_left_alone_for_as_long_as_it_asks_and_not_again_when_the_clock_is_set_back() {
        let (sender, seconds) = (carrier_sender(carrier::Kind::Twilio), Duration::from_secs);
        let held = SenderPace {
            sender: sender.to_owned(),
            free_ms: NOW.plus(seconds(600)),
            ..SenderPace::default()
        };
        let pace = |stored: &[SenderPace], now| Pace::new(Rates::default(), stored.to_vec(), now);
        let stored = pace(std::slice::from_ref(&held), NOW).finish();
        assert_eq!(pace(&stored, NOW).free(sender), NOW.plus(seconds(600)));
        let set_back = NOW.minus(seconds(3_600));
        assert_eq!(pace(&stored, set_back).free(sender), Timestamp(0));
        let stored = pace(&[held], NOW.plus(seconds(600))).finish();
        assert_eq!(pace(&stored, set_back).free(sender), Timestamp(0), "it was over before");
    }

    #[test]
    fn a_company_does_not_wait_for_an_hour_after_the_clock_was_set_back() {
        let rates = Rates { per_second: 1, per_day: 0 };
        let mut pace = Pace::new(rates, Vec::new(), NOW);
        pace.spend("a", 1, 5);
        let stored = pace.finish();
        assert!(Pace::new(rates, stored.clone(), NOW).budget("b", 1).is_err());
        let set_back = NOW.minus(Duration::from_secs(3_600));
        let mut pace = Pace::new(rates, stored, set_back);
        assert!(pace.budget("b", 1).is_ok());
        pace.spend("b", 1, 5);
        assert!(Pace::new(rates, pace.finish(), set_back).budget("b", 1).is_err(), "the rate holds again");
    }

    #[test]
    fn the_numbers_of_a_company_share_its_rate() {
        let rates = Rates { per_second: 12, per_day: 0 };
        let mut pace = Pace::new(rates, Vec::new(), NOW);
        pace.spend("a", 10, 10);
        assert_eq!(pace.budget("b", 10).map(|budget| budget.segments), Ok(2));
        pace.spend("b", 10, 2);
        assert_eq!(pace.budget("c", 10), Err(NOW.plus(Duration::from_secs(1))));
        let later = Pace::new(rates, pace.finish(), NOW.plus(Duration::from_millis(999)));
        assert!(later.budget("c", 10).is_err());
    }

    #[test]
    fn the_daily_limit_of_a_brand_resets_at_midnight_pacific_time() {
        let rates = Rates { per_second: 0, per_day: 15 };
        let mut pace = Pace::new(rates, Vec::new(), NOW);
        pace.spend("a", 10, 13);
        assert_eq!(pace.budget("b", 10).map(|budget| budget.of_day), Ok(2));
        let budget = |segments, of_day, is_new_day| Budget { segments, of_day, is_new_day };
        assert_eq!(budget(10, 2, false).fitting(&[1, 1, 1]), 2);
        assert_eq!(budget(10, 2, false).fitting(&[3, 1]), 0, "it does not fit into the day");
        assert_eq!(budget(10, 2, true).fitting(&[3, 1]), 1, "no day has room for it");
        assert_eq!(budget(2, 9, true).fitting(&[3, 1]), 1, "a long text is sent alone");
        pace.spend("b", 10, 2);
        let midnight = NOW.plus(Duration::from_secs(17 * 3_600));
        assert_eq!(pace.budget("c", 10), Err(midnight));
        assert!(Pace::new(rates, pace.finish(), midnight).budget("c", 10).is_ok());
    }

    #[test]
    fn recipients_whose_whole_text_exceeds_the_daily_limit_are_counted() {
        let beyond = |recipients, segments, per_day, used| {
            let load = Load { recipients, segments, rate: 1 };
            beyond_day(&[load], Rates { per_second: 0, per_day }, used)[0]
        };
        assert_eq!(beyond(7, 7, 0, 0), 0, "without a limit");
        assert_eq!(beyond(7, 7, 7, 0), 0);
        assert_eq!(beyond(7, 7, 5, 0), 2);
        assert_eq!(beyond(7, 14, 5, 0), 5, "two segments each");
        assert_eq!(beyond(7, 7, 5, 5), 7, "the day is used up");
        assert_eq!(beyond(7, 7, 5, 9), 7, "the limit was lowered in the meantime");
        assert_eq!(beyond(0, 0, 5, 5), 0);
    }

    #[test]
    fn numbers_share_the_daily_limit_by_their_rates() {
        let load = |recipients, rate| Load { recipients, segments: recipients, rate };
        let beyond = |loads: &[Load]| beyond_day(loads, Rates { per_second: 0, per_day: 10 }, 0);
        assert_eq!(beyond(&[load(7, 4), load(8, 4)]), [2, 3]);
        assert_eq!(
            beyond(&[load(2, 1), load(20, 4)]),
            [0, 12],
            "the first is done before the day is used up"
        );
        assert_eq!(beyond(&[load(20, 1), load(20, 4)]), [18, 12]);
        assert_eq!(beyond(&[load(0, 1), load(11, 1)]), [0, 1]);
        assert_eq!(beyond(&[load(5, 1), load(5, 1)]), [0, 0]);
    }

    #[test]
    fn the_duration_is_that_of_the_slowest_limit() {
        let load = |rate| Load { recipients: 100, segments: 100, rate };
        let loads = [load(10), load(5)];
        let seconds = |per_second, per_day| duration_seconds(&loads, Rates { per_second, per_day }, 0, NOW);
        assert_eq!(seconds(0, 0), 20, "the numbers are used side by side");
        assert_eq!(seconds(4, 0), 50);
        assert_eq!(seconds(0, 200), 20);
        assert_eq!(seconds(0, 150), UNTIL_MIDNIGHT + 5);
        assert_eq!(seconds(0, 60), UNTIL_MIDNIGHT + 2 * DAY_SECONDS + 2);
        assert_eq!(duration_seconds(&[], Rates::default(), 0, NOW), 0);
    }
}
