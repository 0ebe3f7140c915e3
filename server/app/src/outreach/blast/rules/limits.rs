//! Limits of a company's blasts.
use platform::Timestamp;

use crate::outreach::blast::model::LIMIT_WINDOW;

/// Limits of a company's blasts. Emergencies are exempt.
#[derive(Clone, Copy, Default)]
pub struct Limits {
    /// Number of recipients above which a blast needs approval; 0 means never.
    pub approval_above: i64,
    /// Number of recipients within 24 hours; 0 means no limit.
    pub daily: i64,
    /// Number of recipients of the company's other blasts within the same 24 hours.
    pub reached: i64,
}

impl Limits {
    /// Returns whether a blast to this number of recipients needs approval.
    #[must_use]
    pub fn needs_approval(&self, recipients: i64) -> bool {
        self.approval_above > 0 && recipients > self.approval_above
    }

    /// Returns how many recipients may still be reached; `None` without a limit.
    #[must_use]
    pub fn remaining(&self) -> Option<i64> {
        (self.daily > 0).then(|| (self.daily - self.reached).max(0))
    }

    /// Returns why a blast to this number of recipients exceeds the daily limit; `None` if it does not.
    #[must_use]
    pub fn exceeded_by(&self, recipients: i64) -> Option<String> {
        let remaining = self.remaining().filter(|remaining| recipients > *remaining)?;
        Some(format!(
            "Your company's blasts may reach {} recipients within 24 hours; {remaining} are left.",
            self.daily
        ))
    }
}

/// Returns the maximum number of recipients that other blasts, given their starts, reach within 24 hours that
/// include `starts`.
pub fn reached_within_a_day(others: &[(Timestamp, i64)], starts: Timestamp) -> i64 {
    let ends = others.iter().map(|(at, _)| *at).filter(|at| *at >= starts).chain([starts]);
    let reached_until = |end: Timestamp| -> i64 {
        let window = end.minus(LIMIT_WINDOW)..=end;
        match window.contains(&starts) {
            true => others.iter().filter(|(at, _)| window.contains(at)).map(|(_, count)| count).sum(),
            false => 0,
        }
    };
    ends.map(reached_until).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    #[test]
    fn the_daily_limit_counts_each_day_that_includes_the_start() {
        let others = [(Timestamp(0), 500), (Timestamp(25 * HOUR), 300), (Timestamp(90 * HOUR), 900)];
        assert_eq!(
            reached_within_a_day(&others, Timestamp(10 * HOUR)),
            500,
            "the second is a day after the first"
        );
        assert_eq!(reached_within_a_day(&others, Timestamp(24 * HOUR)), 500);
        assert_eq!(reached_within_a_day(&others, Timestamp(26 * HOUR)), 300);
        assert_eq!(reached_within_a_day(&others, Timestamp(60 * HOUR)), 0);
        assert_eq!(
            reached_within_a_day(&others, Timestamp(70 * HOUR)),
            900,
            "it must fit beside a later one"
        );
        let close = [(Timestamp(0), 500), (Timestamp(20 * HOUR), 300)];
        assert_eq!(reached_within_a_day(&close, Timestamp(10 * HOUR)), 800);
    }

    #[test]
    fn a_limit_of_zero_means_no_limit() {
        let none = Limits::default();
        assert!(!none.needs_approval(i64::MAX));
        assert_eq!(none.remaining(), None);
        let some = Limits { approval_above: 10, daily: 100, reached: 130 };
        assert!(!some.needs_approval(10) && some.needs_approval(11));
        assert_eq!(some.remaining(), Some(0));
    }
}
