//! The office's calendar: what counts as business hours and business days.
use std::time::Duration;

use jiff::{
    ToSpan,
    civil::{Date, Time},
    tz::TimeZone,
};
use platform::{Timestamp, time_zone};

use super::model::BusinessHours;

/// Maximum number of minutes that are counted; 30 days.
const MAX_MINUTES: i64 = 43_200;
/// A time is looked for this many days ahead.
const MAX_DAYS_AHEAD: usize = 400;
const DAY: Duration = Duration::from_secs(86_400);

/// A company's office hours in the time zone of a community. Without office hours, all hours count.
pub struct OfficeCalendar<'a> {
    hours: &'a [BusinessHours],
    zone: TimeZone,
}

impl<'a> OfficeCalendar<'a> {
    /// Returns the calendar for a time zone by its name; empty means unstated.
    #[must_use]
    pub fn new(hours: &'a [BusinessHours], time_zone: &str) -> Self {
        Self { hours, zone: time_zone::find(time_zone) }
    }

    /// Returns the minutes within office hours between two times, at most 30 days of them.
    #[must_use]
    pub fn minutes_between(&self, from_ms: i64, to_ms: i64) -> i64 {
        let to_ms = to_ms.min(from_ms.saturating_add(MAX_MINUTES * 60_000)).max(from_ms);
        if self.hours.is_empty() {
            return (to_ms - from_ms) / 60_000;
        }
        let last = self.local(to_ms).0;
        let mut total = 0;
        for day in self.local(from_ms).0.series(1.day()).take_while(|day| *day <= last) {
            for (opens, closes) in self.open_on(day) {
                total += (self.at(day, closes).min(to_ms) - self.at(day, opens).max(from_ms)).max(0);
            }
        }
        total / 60_000
    }

    /// Whether a time is within office hours.
    #[must_use]
    pub fn is_open(&self, at: Timestamp) -> bool {
        let (day, _) = self.local(at.0);
        let contains =
            |(opens, closes): (Time, Time)| (self.at(day, opens)..self.at(day, closes)).contains(&at.0);
        self.hours.is_empty() || self.open_on(day).into_iter().any(contains)
    }

    /// Returns the time after a number of minutes within office hours.
    #[must_use]
    pub fn minutes_after(&self, from: Timestamp, minutes: i64) -> Timestamp {
        let mut left = minutes.max(0) * 60_000;
        let days = if self.hours.is_empty() { 0 } else { MAX_DAYS_AHEAD };
        for day in self.local(from.0).0.series(1.day()).take(days) {
            for (opens, closes) in self.open_on(day) {
                let (begins, ends) = (self.at(day, opens).max(from.0), self.at(day, closes));
                if ends - begins >= left && ends > begins {
                    return Timestamp(begins + left);
                }
                left -= (ends - begins).max(0);
            }
        }
        from.plus(Duration::from_millis(u64::try_from(minutes.max(0) * 60_000).unwrap_or_default()))
    }

    /// Returns the same time of day a number of business days later. A business day is a day with office hours. A time
    /// outside of office hours counts from the next opening; a time that the last day does not have is moved to its
    /// next opening, or to its closing.
    #[must_use]
    pub fn days_after(&self, from: Timestamp, days: u32) -> Timestamp {
        if self.hours.is_empty() {
            return from.plus(DAY * days);
        }
        let (today, now) = self.local(from.0);
        let mut open_days = today.series(1.day()).filter(|day| !self.open_on(*day).is_empty());
        let begins = open_days.by_ref().find_map(|day| {
            let earliest = if day == today { now } else { Time::MIN };
            let mut spans = self.open_on(day).into_iter();
            spans.find(|(_, closes)| *closes > earliest).map(|(opens, _)| (day, opens.max(earliest)))
        });
        let Some((first, time)) = begins else { return from.plus(DAY * days) };
        let last = match days {
            0 => Some(first),
            days => open_days.nth(days as usize - 1),
        };
        let Some(last) = last else { return from.plus(DAY * days) };
        let spans = self.open_on(last);
        let within = spans.iter().find(|(_, closes)| *closes >= time).map(|(opens, _)| time.max(*opens));
        let time = within.or_else(|| spans.last().map(|(_, closes)| *closes)).unwrap_or(time);
        Timestamp(self.at(last, time))
    }

    /// Returns the office hours of a day, in order.
    fn open_on(&self, day: Date) -> Vec<(Time, Time)> {
        let weekday = i32::from(day.weekday().to_monday_one_offset());
        let time = |text: &str| text.parse::<Time>().unwrap_or_default();
        let of_day = self.hours.iter().filter(|span| span.day == weekday);
        let mut spans: Vec<_> = of_day.map(|span| (time(&span.opens), time(&span.closes))).collect();
        spans.sort_unstable();
        spans
    }

    fn local(&self, ms: i64) -> (Date, Time) {
        let local = jiff::Timestamp::from_millisecond(ms).unwrap_or_default().to_zoned(self.zone.clone());
        (local.date(), local.time())
    }

    fn at(&self, day: Date, time: Time) -> i64 {
        let at = day.to_datetime(time).to_zoned(self.zone.clone());
        at.map_or(0, |at| at.timestamp().as_millisecond())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MONDAY_9: i64 = 1_761_570_000_000; // 2025-10-27 09:00 in New York.
    const MINUTE: i64 = 60_000;
    const NEW_YORK: &str = "America/New_York";

    fn hours(days: &[i32], opens: &str, closes: &str) -> Vec<BusinessHours> {
        let span = |day: &i32| BusinessHours { day: *day, opens: opens.into(), closes: closes.into() };
        days.iter().map(span).collect()
    }

    fn office_hours() -> Vec<BusinessHours> {
        hours(&[1, 2, 3, 4, 5], "09:00", "17:00")
    }

    /// Adds business days to a time such as "2026-03-06T16:00-05:00"; the result is the local time.
    fn days_after(hours: &[BusinessHours], zone: &str, from: &str, days: u32) -> String {
        let from: jiff::Timestamp = from.parse().expect("a time");
        let calendar = OfficeCalendar::new(hours, zone);
        let after = calendar.days_after(Timestamp(from.as_millisecond()), days);
        let (day, time) = calendar.local(after.0);
        format!("{day} {}", time.strftime("%H:%M"))
    }

    #[test]
    fn without_business_hours_all_hours_count() {
        let calendar = OfficeCalendar::new(&[], NEW_YORK);
        assert_eq!(calendar.minutes_between(MONDAY_9, MONDAY_9 + 3_000 * MINUTE), 3_000);
        // The clocks go forward in the night to Sunday, 8 March 2026.
        assert_eq!(days_after(&[], NEW_YORK, "2026-03-06T16:00:00-05:00", 3), "2026-03-09 17:00");
    }

    #[test]
    fn the_office_is_open_from_opening_to_closing_time() {
        let hours = office_hours();
        let calendar = OfficeCalendar::new(&hours, NEW_YORK);
        let is_open = |minutes: i64| calendar.is_open(Timestamp(MONDAY_9 + minutes * MINUTE));
        assert_eq!((is_open(-1), is_open(0), is_open(479), is_open(480)), (false, true, true, false));
        assert!(!is_open(-2 * 1_440 + 60), "a Saturday");
        assert!(OfficeCalendar::new(&[], NEW_YORK).is_open(Timestamp(MONDAY_9 - MINUTE)));
    }

    #[test]
    fn minutes_continue_at_the_next_opening() {
        let hours = office_hours();
        let after = |from: i64, minutes: i64| {
            let calendar = OfficeCalendar::new(&hours, NEW_YORK);
            let at = calendar.minutes_after(Timestamp(MONDAY_9 + from * MINUTE), minutes);
            (at.0 - MONDAY_9) / MINUTE
        };
        assert_eq!((after(0, 38), after(0, 480)), (38, 480));
        // From Sunday evening, and from 16:30 for an hour.
        assert_eq!((after(-720, 30), after(450, 60)), (30, 1_440 + 30));
        // From Friday 16:00 for two hours, over the weekend in which the clocks change.
        assert_eq!(after(4 * 1_440 + 420, 120), 7 * 1_440 + 60 + 60);
        assert_eq!(OfficeCalendar::new(&[], NEW_YORK).minutes_after(Timestamp(5), 3).0, 5 + 3 * MINUTE);
    }

    #[test]
    fn nights_and_weekends_do_not_count() {
        let hours = office_hours();
        let calendar = OfficeCalendar::new(&hours, NEW_YORK);
        let minutes =
            |from: i64, to: i64| calendar.minutes_between(MONDAY_9 + from * MINUTE, MONDAY_9 + to * MINUTE);
        assert_eq!(minutes(0, 38), 38);
        // From 16:30 to 9:30 the next day.
        assert_eq!(minutes(450, 450 + 17 * 60), 60);
        // From Friday 16:00 to Monday 10:00; the clocks change on Sunday.
        assert_eq!(minutes(4 * 1_440 + 420, 7 * 1_440 + 120), 120);
        // On Saturday.
        assert_eq!(minutes(5 * 1_440, 5 * 1_440 + 60), 0);
    }

    #[test]
    fn business_days_keep_the_time_of_day_over_weekends_and_clock_changes() {
        let after = |from: &str, days: u32| days_after(&office_hours(), NEW_YORK, from, days);
        assert_eq!(after("2026-03-02T10:20:00-05:00", 1), "2026-03-03 10:20");
        assert_eq!(after("2026-03-02T10:20:00-05:00", 3), "2026-03-05 10:20");
        // Friday; the clocks go forward on Sunday, 8 March.
        assert_eq!(after("2026-03-06T16:00:00-05:00", 1), "2026-03-09 16:00");
        assert_eq!(after("2026-03-02T10:20:00-05:00", 10), "2026-03-16 10:20");
        // Friday; the clocks go back on Sunday, 1 November.
        assert_eq!(after("2026-10-30T16:00:00-04:00", 1), "2026-11-02 16:00");
    }

    #[test]
    fn a_time_outside_of_office_hours_counts_from_the_next_opening() {
        let after = |from: &str, days: u32| days_after(&office_hours(), NEW_YORK, from, days);
        assert_eq!(after("2026-03-02T06:00:00-05:00", 1), "2026-03-03 09:00");
        assert_eq!(after("2026-03-02T17:00:00-05:00", 1), "2026-03-04 09:00");
        assert_eq!(after("2026-03-07T12:00:00-05:00", 1), "2026-03-10 09:00");
        assert_eq!(after("2026-03-07T12:00:00-05:00", 0), "2026-03-09 09:00");
    }

    #[test]
    fn days_are_those_of_the_time_zone() {
        // Monday, 22:00 in Denver is Tuesday in New York.
        let from = "2026-03-02T22:00:00-07:00";
        assert_eq!(days_after(&office_hours(), "America/Denver", from, 1), "2026-03-04 09:00");
        let late = hours(&[1, 2, 3, 4, 5], "09:00", "23:30");
        assert_eq!(days_after(&late, "America/Denver", from, 1), "2026-03-03 22:00");
        assert_eq!(days_after(&late, NEW_YORK, from, 1), "2026-03-04 09:00");
    }

    #[test]
    fn a_time_outside_the_hours_of_the_last_day_is_moved_into_them() {
        let mut unequal = hours(&[1], "09:00", "17:00");
        unequal.extend(hours(&[2], "14:00", "16:00"));
        unequal.extend(hours(&[2], "10:00", "12:00"));
        let after = |from: &str| days_after(&unequal, NEW_YORK, from, 1);
        assert_eq!(after("2026-03-02T09:30:00-05:00"), "2026-03-03 10:00");
        assert_eq!(after("2026-03-02T11:00:00-05:00"), "2026-03-03 11:00");
        assert_eq!(after("2026-03-02T13:00:00-05:00"), "2026-03-03 14:00");
        assert_eq!(after("2026-03-02T16:30:00-05:00"), "2026-03-03 16:00");
        // In the break of Tuesday.
        assert_eq!(after("2026-03-03T13:00:00-05:00"), "2026-03-09 14:00");
    }

    #[test]
    fn an_office_that_opens_once_a_week_has_one_business_day_a_week() {
        let friday = hours(&[5], "09:00", "17:00");
        assert_eq!(days_after(&friday, NEW_YORK, "2026-03-02T10:00:00-05:00", 10), "2026-05-15 09:00");
    }
}
