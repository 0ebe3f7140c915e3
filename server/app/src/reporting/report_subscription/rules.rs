//! When reports are sent, which days they cover, and the content of the emails.
use jiff::{ToSpan, civil::Date};
use platform::{Fault, Timestamp, time_zone};

use super::model::Frequency;
use crate::reporting::report::{Figure, Report, Unit};

/// Local hour at which reports are sent.
const HOUR: i8 = 8;

/// Returns the next time to send a report.
pub fn next(frequency: Frequency, time_zone: &str, now: Timestamp) -> Result<Timestamp, Fault> {
    let zone = time_zone::find(time_zone);
    let today = now.date_in(time_zone);
    let mut day = first_day(frequency, today);
    loop {
        let at = day.at(HOUR, 0, 0, 0).to_zoned(zone.clone()).map_err(Fault::internal)?;
        let at = Timestamp(at.timestamp().as_millisecond());
        if at > now {
            return Ok(at);
        }
        day = match frequency {
            Frequency::Weekly => day.saturating_add(7.days()),
            Frequency::Monthly => day.saturating_add(1.month()),
        };
    }
}

/// Returns the first and last day of the last full week or month.
pub fn days(frequency: Frequency, time_zone: &str, now: Timestamp) -> (Date, Date) {
    let begin = first_day(frequency, now.date_in(time_zone));
    let start = match frequency {
        Frequency::Weekly => begin.saturating_sub(7.days()),
        Frequency::Monthly => begin.saturating_sub(1.month()),
    };
    (start, begin.saturating_sub(1.day()))
}

/// Returns the first day of the week or month of a day.
fn first_day(frequency: Frequency, day: Date) -> Date {
    match frequency {
        Frequency::Weekly => day.saturating_sub(i64::from(day.weekday().to_monday_zero_offset()).days()),
        Frequency::Monthly => day.first_of_month(),
    }
}

/// Returns the subject of an email.
pub fn subject(frequency: Frequency, report: &Report) -> String {
    let name = match frequency {
        Frequency::Weekly => "Weekly report",
        Frequency::Monthly => "Monthly report",
    };
    format!("{name}, {} to {}", report.period.start, report.period.end)
}

/// Returns the text of an email.
pub fn body(report: &Report, company: &str, communities: &str, unsubscribe_url: &str) -> String {
    let mut text = format!(
        "{company}: report on {communities}, {} to {} ({}).\n\n",
        report.period.start, report.period.end, report.period.zone_name
    );
    for figure in &report.figures {
        let value = written(figure.value, figure);
        let before =
            figure.previous_value.map(|_| format!(" (before: {})", written(figure.previous_value, figure)));
        text.push_str(&format!("{}: {value}{}\n", figure.title, before.unwrap_or_default()));
        text.push_str(&format!("    {}\n", figure.definition));
    }
    text.push_str("\nThe attached file has every day, category and community.\n\n");
    text.push_str(&format!("To stop these emails, open {unsubscribe_url}\n"));
    text
}

fn written(value: Option<f64>, figure: &Figure) -> String {
    let Some(value) = value else { return "No data".to_owned() };
    match figure.unit {
        Unit::Count => format!("{value:.0}"),
        Unit::Share => format!("{:.1}%", value * 100.0),
        Unit::Minutes => duration(value.round()),
        Unit::Cents => format!("${:.2}", value / 100.0),
    }
}

/// Formats whole minutes.
fn duration(minutes: f64) -> String {
    match minutes < 60.0 {
        true => format!("{minutes:.0} min"),
        false => format!("{:.0} h {:02.0} min", (minutes / 60.0).floor(), minutes % 60.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZONE: &str = "America/New_York";
    /// Monday, 2 March 2026, 15:00 UTC, which is 10 AM in New York.
    const MONDAY: Timestamp = Timestamp(1_772_463_600_000);
    const HOUR_MS: i64 = 3_600_000;

    #[test]
    fn a_weekly_report_is_sent_on_the_next_monday_at_8() {
        // The clocks change on Sunday, so that 8 AM is 12:00 UTC.
        let next_one = next(Frequency::Weekly, ZONE, MONDAY).unwrap_or(MONDAY);
        assert_eq!(next_one.0, MONDAY.0 + (7 * 24 - 3) * HOUR_MS);
        let before_8 = Timestamp(MONDAY.0 - 3 * HOUR_MS);
        assert_eq!(next(Frequency::Weekly, ZONE, before_8).unwrap_or(MONDAY).0, MONDAY.0 - 2 * HOUR_MS);
    }

    #[test]
    fn minutes_are_rounded_before_they_are_split_into_hours() {
        for (minutes, expected) in
            [(59.4, "59 min"), (59.6, "1 h 00 min"), (119.7, "2 h 00 min"), (61.0, "1 h 01 min")]
        {
            assert_eq!(duration(f64::round(minutes)), expected);
        }
    }

    #[test]
    fn a_report_covers_the_last_full_week_or_month() {
        let written = |frequency| {
            let (start, end) = days(frequency, ZONE, MONDAY);
            (start.to_string(), end.to_string())
        };
        assert_eq!(written(Frequency::Weekly), ("2026-02-23".to_owned(), "2026-03-01".to_owned()));
        assert_eq!(written(Frequency::Monthly), ("2026-02-01".to_owned(), "2026-02-28".to_owned()));
    }
}
