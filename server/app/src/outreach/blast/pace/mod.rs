//! The rates at which texts of blasts are sent to the carrier: per number, per account at a carrier, per company, and
//! per day of the brand. All blasts of a company share them; its numbers send in parallel. The review of a
//! draft and the sending job use the same rules.
use std::{collections::HashMap, time::Duration};

use jiff::{ToSpan, tz::TimeZone};
use platform::Timestamp;

use super::model::SenderPace;
use crate::messaging::carrier::{self, AccountRates};

/// The time zone in which the brand's day ends at midnight, as carriers count it.
const DAY_ZONE: &str = "America/Los_Angeles";
const DAY_SECONDS: i64 = 24 * 3_600;
/// The carriers at which a company may have an account.
const CARRIERS: [carrier::Kind; 2] = [carrier::Kind::Twilio, carrier::Kind::Textline];
/// Longer than a number, an account or a company takes to send the segments of a second and a long text, even at one
/// segment per second.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// The rates of a company. 0 means no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rates {
    /// Segments per second, over all numbers.
    pub per_second: i64,
    /// Segments per day of the brand.
    pub per_day: i64,
    /// Segments per second of the accounts at carriers, over all numbers of each.
    pub of_accounts: AccountRates,
}

impl Rates {
    /// Returns the segments per second that the numbers at a carrier share, each with its sender.
    fn shared(self, kind: carrier::Kind) -> impl Iterator<Item = (&'static str, i64)> {
        let of_company = Some(("", self.per_second)).filter(|(_, rate)| *rate > 0);
        let of_account = self.of_accounts.of(kind).map(|rate| (account_sender(kind), rate));
        [of_company, of_account].into_iter().flatten()
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
    /// Segments used in this batch, by the sender of the account, and of all together.
    spent: HashMap<&'static str, i64>,
}

impl Pace {
    /// Creates the tracker from the stored use, without times that no longer hold.
    #[must_use]
    pub fn new(rates: Rates, stored: Vec<SenderPace>, now: Timestamp) -> Self {
        let senders = stored.into_iter().map(|one| {
            let free_ms = if is_void(&one, now) { Timestamp(0) } else { one.free_ms };
            (one.sender.clone(), SenderPace { free_ms, ..one })
        });
        Self { rates, now, senders: senders.collect(), spent: HashMap::new() }
    }

    /// Returns what a number at a carrier, with this rate, may send now, or else the time from which it may send.
    pub fn budget(&self, number: &str, rate: i64, kind: carrier::Kind) -> Result<Budget, Timestamp> {
        let free = self.free(number).max(self.free("")).max(self.free(account_sender(kind)));
        if free > self.now {
            return Err(free);
        }
        let mut segments = rate;
        for (sender, shared) in self.rates.shared(kind) {
            let spent = self.spent(sender);
            if spent >= shared {
                return Err(self.now.plus(time_of(spent, shared)));
            }
            segments = segments.min(shared - spent);
        }
        let of_day = match self.rates.per_day {
            0 => i64::MAX,
            limit => limit - self.used_today(),
        };
        match of_day > 0 {
            true => {
                Ok(Budget { segments, of_day, is_new_day: self.used_today() == 0 && self.spent("") == 0 })
            }
            false => Err(next_day(self.now)),
        }
    }

    /// Subtracts segments that a number at a carrier, with this rate, sends.
    pub fn spend(&mut self, number: &str, rate: i64, kind: carrier::Kind, segments: i64) {
        let now = self.now;
        self.sender(number).free_ms = now.plus(time_of(segments, rate));
        let today = day_of(now);
        let company = self.sender("");
        if company.day != today {
            (company.day, company.day_segments) = (today, 0);
        }
        company.day_segments += segments;
        for sender in ["", account_sender(kind)] {
            *self.spent.entry(sender).or_default() += segments;
        }
    }

    /// Returns the values to store.
    #[must_use]
    pub fn finish(mut self) -> Vec<SenderPace> {
        let (rates, now) = (self.rates, self.now);
        for (sender, rate) in CARRIERS.into_iter().flat_map(|kind| rates.shared(kind)) {
            let spent = self.spent(sender);
            if spent > 0 {
                let shared = self.sender(sender);
                shared.free_ms = shared.free_ms.max(now.plus(time_of(spent, rate)));
            }
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

    /// Returns the number of segments that an account, or the company if `sender` is empty, uses in this batch.
    fn spent(&self, sender: &str) -> i64 {
        self.spent.get(sender).copied().unwrap_or(0)
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

/// Returns the sender that holds the time from which the account at a carrier may send texts. It is no number.
fn account_sender(kind: carrier::Kind) -> &'static str {
    match kind {
        carrier::Kind::TestPhone => "test phone account",
        carrier::Kind::Twilio => "twilio account",
        carrier::Kind::Textline => "textline account",
    }
}

/// Returns whether the time of a sender no longer holds: it is further ahead than any sender waits, so it was stored
/// before the clock was set back, or a carrier's has passed, and would hold again if the clock was set back.
fn is_void(one: &SenderPace, now: Timestamp) -> bool {
    let wait = one.free_ms.since(now);
    match CARRIERS.into_iter().any(|kind| carrier_sender(kind) == one.sender) {
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
    /// The carrier of the number.
    pub carrier: carrier::Kind,
}

/// Returns the seconds from now until the last segment is sent to the carrier, without quiet hours. The loads
/// do not include the number of the test phone.
pub fn duration_seconds(loads: &[Load], rates: Rates, used_today: i64, now: Timestamp) -> i64 {
    let total: i64 = loads.iter().map(|load| load.segments).sum();
    let of_numbers = loads.iter().map(|load| ceiling(load.segments, load.rate)).max().unwrap_or(0);
    let of_company = if rates.per_second == 0 { 0 } else { ceiling(total, rates.per_second) };
    let seconds = of_numbers.max(of_company).max(seconds_of_accounts(loads, rates.of_accounts));
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

/// Returns the seconds until the slowest account has sent the texts of its numbers.
fn seconds_of_accounts(loads: &[Load], rates: AccountRates) -> i64 {
    let seconds = |kind: carrier::Kind| {
        let of_account = loads.iter().filter(|load| load.carrier == kind);
        Some(ceiling(of_account.map(|load| load.segments).sum(), rates.of(kind)?))
    };
    CARRIERS.into_iter().filter_map(seconds).max().unwrap_or(0)
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
        let Load { recipients, segments, rate, .. } = loads[at];
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
mod tests;
