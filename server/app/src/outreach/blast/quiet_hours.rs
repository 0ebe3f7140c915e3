//! Quiet hours: texts that residents did not request are sent only from 9:00 to 20:00 in the community's time
//! zone. If that is unknown, the time zone of the phone's area code is used.
use std::collections::HashMap;

use jiff::{ToSpan, civil::Time, tz::TimeZone};
use platform::{Timestamp, phone::Phone};

use super::area_codes;

const FIRST_HOUR: i8 = 9;
const END_HOUR: i8 = 20;

/// The quiet hours of a community's recipients.
pub struct QuietHours {
    /// `None` if the community's time zone is unknown.
    zone: Option<TimeZone>,
}

impl QuietHours {
    /// Creates the quiet hours for a community's time zone; empty means unknown.
    #[must_use]
    pub fn of(time_zone: &str) -> Self {
        Self { zone: TimeZone::get(time_zone).ok() }
    }

    /// Returns whether the quiet hours depend on the phone of the recipient.
    #[must_use]
    pub fn depend_on_phone(&self) -> bool {
        self.zone.is_none()
    }

    /// Returns when the quiet hours of all recipients end; `None` outside of quiet hours, or if they depend
    /// on the phone.
    #[must_use]
    pub fn end_in_zone(&self, now: Timestamp) -> Option<Timestamp> {
        end(now, self.zone.as_ref()?)
    }

    /// Returns when the quiet hours of a phone end; `None` outside of quiet hours.
    #[must_use]
    pub fn end_for(&self, now: Timestamp, phone: &Phone) -> Option<Timestamp> {
        match &self.zone {
            Some(zone) => end(now, zone),
            None => end_by_area_code(now, phone.as_str()),
        }
    }
}

/// Returns when quiet hours end for phones with this prefix in communities without a time zone; `None`
/// outside of quiet hours.
#[must_use]
pub fn end_by_area_code(now: Timestamp, prefix: &str) -> Option<Timestamp> {
    let zone = area_codes::time_zone(prefix).and_then(|name| TimeZone::get(name).ok());
    end(now, &zone.unwrap_or(TimeZone::UTC))
}

/// Area codes of communities whose time zone is unknown.
pub struct AreaCodes {
    /// Prefixes of phones to include or, if `are_others`, to leave out.
    pub prefixes: Vec<String>,
    /// Whether the phones with any other beginning are included.
    pub are_others: bool,
}

/// Returns the area codes that currently have quiet hours.
#[must_use]
pub fn quiet_area_codes(now: Timestamp) -> AreaCodes {
    let are_others = end(now, &TimeZone::UTC).is_some();
    let mut zones: HashMap<&str, bool> = HashMap::new();
    let is_exception = |(prefix, zone): (String, &'static str)| {
        let is_quiet = *zones.entry(zone).or_insert_with(|| end_by_area_code(now, &prefix).is_some());
        (is_quiet != are_others).then_some(prefix)
    };
    AreaCodes { prefixes: area_codes::prefixes().filter_map(is_exception).collect(), are_others }
}

fn end(now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
    let local = jiff::Timestamp::from_millisecond(now.0).ok()?.to_zoned(zone.clone());
    let day = match local.hour() {
        FIRST_HOUR..END_HOUR => return None,
        hour if hour < FIRST_HOUR => local.date(),
        _ => local.date().saturating_add(1.day()),
    };
    let morning = day.to_datetime(Time::constant(FIRST_HOUR, 0, 0, 0)).to_zoned(zone.clone()).ok()?;
    Some(Timestamp(morning.timestamp().as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<jiff::Timestamp>().expect("a time").as_millisecond())
    }

    fn end_of_quiet_hours(now: Timestamp, zone: &str) -> Option<Timestamp> {
        QuietHours::of(zone).end_in_zone(now)
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

    #[test]
    fn without_a_time_zone_of_the_community_that_of_the_area_code_counts() {
        let quiet = QuietHours::of("");
        let phone = |number: &str| Phone::parse("phone", number).expect("a phone");
        let now = at("2026-05-05T14:00:00Z");
        assert_eq!((quiet.depend_on_phone(), quiet.end_in_zone(now)), (true, None));
        assert_eq!(quiet.end_for(now, &phone("+12025550101")), None, "10:00 in Washington");
        assert_eq!(
            quiet.end_for(now, &phone("+13035550101")),
            Some(at("2026-05-05T15:00:00Z")),
            "8:00 in Denver"
        );
        assert_eq!(
            quiet.end_for(now, &phone("+18085550101")),
            Some(at("2026-05-05T19:00:00Z")),
            "4:00 in Honolulu"
        );
    }
}
