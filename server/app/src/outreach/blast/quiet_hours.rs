//! Quiet hours: texts that nobody asked for are sent from 9:00 to 20:00 in the community's time zone.
use jiff::{ToSpan, civil::Time, tz::TimeZone};
use platform::Timestamp;

const FIRST_HOUR: i8 = 9;
const END_HOUR: i8 = 20;

/// Returns when quiet hours end in a time zone; `None` outside of them. An unknown time zone is UTC.
pub fn end_of_quiet_hours(now: Timestamp, time_zone: &str) -> Option<Timestamp> {
    let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
    let local = jiff::Timestamp::from_millisecond(now.0).ok()?.to_zoned(zone.clone());
    let day = match local.hour() {
        FIRST_HOUR..END_HOUR => return None,
        hour if hour < FIRST_HOUR => local.date(),
        _ => local.date().saturating_add(1.day()),
    };
    let morning = day.to_datetime(Time::constant(FIRST_HOUR, 0, 0, 0)).to_zoned(zone).ok()?;
    Some(Timestamp(morning.timestamp().as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<jiff::Timestamp>().expect("a time").as_millisecond())
    }

    #[test]
    fn texts_may_be_sent_from_nine_to_eight_in_the_evening() {
        let zone = "America/New_York";
        assert_eq!(end_of_quiet_hours(at("2026-05-05T13:00:00Z"), zone), None);
        assert_eq!(end_of_quiet_hours(at("2026-05-05T23:59:59Z"), zone), None);
        assert_eq!(end_of_quiet_hours(at("2026-05-06T00:00:00Z"), zone), Some(at("2026-05-06T13:00:00Z")));
        assert_eq!(end_of_quiet_hours(at("2026-05-05T12:59:59Z"), zone), Some(at("2026-05-05T13:00:00Z")));
    }

    #[test]
    fn the_morning_after_a_change_of_the_clock_is_at_nine_by_the_clock() {
        // Clocks go forward on March 8 and back on November 1 in 2026.
        for (evening, morning, zone) in [
            ("2026-03-08T02:00:00Z", "2026-03-08T13:00:00Z", "America/New_York"),
            ("2026-11-01T01:00:00Z", "2026-11-01T14:00:00Z", "America/New_York"),
            ("2026-03-08T05:00:00Z", "2026-03-08T16:00:00Z", "America/Los_Angeles"),
            ("2026-11-01T04:00:00Z", "2026-11-01T17:00:00Z", "America/Los_Angeles"),
            ("2026-03-08T05:00:00Z", "2026-03-08T16:00:00Z", "America/Phoenix"),
            ("2026-03-08T08:00:00Z", "2026-03-08T19:00:00Z", "Pacific/Honolulu"),
        ] {
            assert_eq!(end_of_quiet_hours(at(evening), zone), Some(at(morning)), "{zone} {evening}");
        }
    }
}
