//! Days, times and percentiles.
use std::collections::BTreeMap;

use jiff::{Span as Duration, ToSpan, civil::Date, tz::TimeZone};
use platform::{Fault, Timestamp};

use super::model::{Count, Counter, HOUR_MS, Period, ReportFilter, ResolvedEscalation, Settings, Span};
use crate::tenancy::company::OfficeCalendar;

/// Maximum number of days in a report.
const MAX_DAYS: i32 = 366;
/// Number of days in a report if no first day is given.
const DEFAULT_DAYS: i64 = 28;
/// Number of hours between the end of an hour and the time at which its counts are stored: 24 in which a
/// question can be repeated, and one for transactions that are still open.
const SETTLED_HOURS: i64 = 25;

/// Returns the days of a report.
///
/// # Errors
/// `INVALID_ARGUMENT` for an invalid date, a range that ends before it begins or exceeds 366 days, and an
/// unknown time zone.
pub fn period(filter: &ReportFilter, default_zone: &str, now: Timestamp) -> Result<Period, Fault> {
    let name = if filter.time_zone.is_empty() { default_zone } else { &filter.time_zone };
    let zone = TimeZone::get(name)
        .map_err(|_| Fault::field("timeZone", "Enter a time zone such as America/New_York."))?;
    let day = |field: &str, text: &str| -> Result<Date, Fault> {
        text.parse().map_err(|_| Fault::field(field, "Enter a day such as 2026-10-24."))
    };
    let end = match filter.end_date.as_str() {
        "" => now.date_in(name),
        text => day("endDate", text)?,
    };
    let start = match filter.start_date.as_str() {
        "" => end.saturating_sub((DEFAULT_DAYS - 1).days()),
        text => day("startDate", text)?,
    };
    let days = days_between(start, end);
    if days < 1 {
        return Err(Fault::field("endDate", "The last day is before the first one."));
    }
    if days > MAX_DAYS {
        return Err(Fault::field("startDate", "Choose at most 366 days."));
    }
    if start.year() < 1971 || end.year() > 9_000 {
        return Err(Fault::field("startDate", "Choose days from 1971 on."));
    }
    Ok(Period { start, end, zone, zone_name: name.to_owned() })
}

/// Returns the number of days in a range, including the first and the last.
pub fn days_between(start: Date, end: Date) -> i32 {
    start.until(end).map_or(0, |span: Duration| span.get_days()) + 1
}

/// Returns the first day of the previous period, which has as many days as the range.
pub fn previous_start(period: &Period) -> Date {
    period.start.saturating_sub(i64::from(days_between(period.start, period.end)).days())
}

/// Returns the start of the first full hour of a day.
pub fn first_hour(day: Date, zone: &TimeZone) -> i64 {
    let begin = day.to_zoned(zone.clone()).map_or(0, |begin| begin.timestamp().as_millisecond());
    (begin + HOUR_MS - 1).div_euclid(HOUR_MS) * HOUR_MS
}

/// Returns the day of an hour.
pub fn day_of(hour_ms: i64, zone: &TimeZone) -> Date {
    jiff::Timestamp::from_millisecond(hour_ms).unwrap_or_default().to_zoned(zone.clone()).date()
}

/// Returns the start of the next full hour.
pub fn hour_after(at_ms: i64) -> i64 {
    (at_ms.div_euclid(HOUR_MS) + 1) * HOUR_MS
}

/// Returns the time before which counts can be stored.
pub fn settled_before(now: Timestamp) -> i64 {
    now.0.div_euclid(HOUR_MS) * HOUR_MS - SETTLED_HOURS * HOUR_MS
}

/// Splits spans into spans of at most `longest`, newest first, because most reports read recent hours.
pub fn newest_first(spans: &[Span], longest: i64) -> Vec<Span> {
    let mut parts = Vec::new();
    for Span(from, to) in spans.iter().rev() {
        let mut end = *to;
        while end > *from {
            let begin = (end - longest * HOUR_MS).max(*from);
            parts.push(Span(begin, end));
            end = begin;
        }
    }
    parts
}

/// Rounds minutes, which limits the number of distinct values: to 1 minute up to 2 hours, to 5 up to 10
/// hours, and to 30 above.
pub fn rounded_minutes(minutes: i64) -> i64 {
    let step = match minutes {
        ..=120 => 1,
        121..=600 => 5,
        _ => 30,
    };
    (minutes + step / 2) / step * step
}

/// Counts the response and resolution times of answered escalations.
pub fn time_counts(escalations: &[ResolvedEscalation], settings: &Settings) -> Vec<Count> {
    escalations.iter().flat_map(|escalation| times_of(escalation, settings)).collect()
}

/// Returns the counts of an escalation's response and resolution times.
fn times_of(escalation: &ResolvedEscalation, settings: &Settings) -> [Count; 2] {
    let calendar = OfficeCalendar::new(&settings.customizations.business_hours, &escalation.time_zone);
    let until = |ms: i64| rounded_minutes(calendar.minutes_between(escalation.asked_ms, ms)).to_string();
    let response = escalation.replied_ms.unwrap_or(escalation.reviewed_ms);
    let count = |counter: Counter, minutes| Count {
        community_id: escalation.community_id.clone(),
        hour_ms: escalation.reviewed_ms.div_euclid(HOUR_MS) * HOUR_MS,
        counter: counter as i32,
        channel: escalation.channel,
        dimension: minutes,
        category: escalation.category.clone(),
        value: 1,
    };
    [
        count(Counter::FirstResponse, until(response)),
        count(Counter::Resolution, until(escalation.reviewed_ms)),
    ]
}

/// Returns a percentile, by nearest rank, of values with their frequencies. `None` without values.
pub fn percentile(values: &BTreeMap<i64, i64>, percent: i64) -> Option<i64> {
    let total: i64 = values.values().sum();
    let rank = ((total * percent + 99) / 100).max(1);
    let mut seen = 0;
    values.iter().find_map(|(value, count)| {
        seen += count;
        (seen >= rank).then_some(*value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MONDAY_9: i64 = 1_761_570_000_000; // 2025-10-27 09:00 in New York.

    #[test]
    fn percentiles_use_the_nearest_rank() {
        let values = BTreeMap::from([(5, 2), (38, 6), (185, 2)]);
        assert_eq!((percentile(&values, 50), percentile(&values, 90)), (Some(38), Some(185)));
        assert_eq!(percentile(&BTreeMap::new(), 50), None);
    }

    #[test]
    fn spans_are_split_newest_first() {
        let span = |from: i64, to: i64| Span(from * HOUR_MS, to * HOUR_MS);
        assert_eq!(
            newest_first(&[span(0, 2), span(3, 8)], 2),
            [span(6, 8), span(4, 6), span(3, 4), span(0, 2)]
        );
    }

    #[test]
    fn days_start_at_midnight_of_the_time_zone() {
        let zone = TimeZone::get("America/New_York").unwrap_or(TimeZone::UTC);
        let day: Date = "2025-10-27".parse().unwrap_or_default();
        assert_eq!(first_hour(day, &zone), MONDAY_9 - 9 * HOUR_MS);
        assert_eq!(day_of(MONDAY_9 + 14 * HOUR_MS, &zone), day);
        assert_eq!(days_between(day, day.saturating_add(27.days())), 28);
    }

    #[test]
    fn an_hour_that_spans_midnight_belongs_to_the_day_in_which_it_begins() {
        // Midnight is half an hour after a full hour of UTC.
        let zone = TimeZone::get("America/St_Johns").expect("it is in the tz database");
        let day: Date = "2025-10-27".parse().expect("a date");
        let spanning = MONDAY_9 - 11 * HOUR_MS;
        assert_eq!(day_of(spanning, &zone), day.saturating_sub(1.days()));
        assert_eq!(first_hour(day, &zone), spanning + HOUR_MS);
        assert_eq!(day_of(spanning + HOUR_MS, &zone), day);
    }
}
