//! Quiet hours: texts that residents did not request are sent only from 9:00 to 20:00 in the community's time
//! zone. If that is unstated, the time zone of the phone's area code is used. A phone without one, such as a toll-free
//! number, gets them only when it is 9:00 to 20:00 in all of the contiguous United States, which include New York.
use std::collections::HashMap;

use jiff::{ToSpan, civil::Time, tz::TimeZone};
use platform::{Timestamp, phone::Phone};

use super::area_codes;

const FIRST_HOUR: i8 = 9;
const END_HOUR: i8 = 20;
/// The easternmost and westernmost time zones of the contiguous United States.
const OUTERMOST_ZONES: [&str; 2] = ["America/New_York", "America/Los_Angeles"];

/// The quiet hours of a community's recipients.
pub struct QuietHours {
    /// `None` if the community's time zone is unstated.
    zone: Option<TimeZone>,
}

impl QuietHours {
    /// Creates the quiet hours for a community's time zone; empty means unstated.
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

    /// Returns when the next quiet hours of a phone begin; `now` during quiet hours.
    #[must_use]
    pub fn start_for(&self, now: Timestamp, phone: &Phone) -> Timestamp {
        if let Some(zone) = &self.zone {
            return start(now, zone);
        }
        match area_codes::time_zone(phone.as_str()).and_then(|name| TimeZone::get(name).ok()) {
            Some(zone) => start(now, &zone),
            None => start_everywhere(now),
        }
    }
}

/// Returns when the next quiet hours begin in all of the contiguous United States, which is when they begin in the
/// first time zone; `now` during quiet hours.
fn start_everywhere(now: Timestamp) -> Timestamp {
    let zones = OUTERMOST_ZONES.into_iter().filter_map(|name| TimeZone::get(name).ok());
    zones.map(|zone| start(now, &zone)).min().unwrap_or(now)
}

/// Returns when quiet hours end for phones with this prefix in communities without a time zone; `None`
/// outside of quiet hours.
#[must_use]
pub fn end_by_area_code(now: Timestamp, prefix: &str) -> Option<Timestamp> {
    match area_codes::time_zone(prefix).and_then(|name| TimeZone::get(name).ok()) {
        Some(zone) => end(now, &zone),
        None => end_everywhere(now),
    }
}

/// Returns when quiet hours end in all of the contiguous United States; `None` outside of quiet hours.
fn end_everywhere(now: Timestamp) -> Option<Timestamp> {
    let zones: Vec<TimeZone> =
        OUTERMOST_ZONES.into_iter().filter_map(|name| TimeZone::get(name).ok()).collect();
    let mut time = now;
    // The end in one time zone may be in the quiet hours of the other one.
    while let Some(later) = zones.iter().find_map(|zone| end(time, zone)) {
        time = later;
    }
    (time > now).then_some(time)
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
    let are_others = end_everywhere(now).is_some();
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

fn start(now: Timestamp, zone: &TimeZone) -> Timestamp {
    if end(now, zone).is_some() {
        return now;
    }
    let Ok(time) = jiff::Timestamp::from_millisecond(now.0) else { return now };
    let day = time.to_zoned(zone.clone()).date();
    let evening = day.to_datetime(Time::constant(END_HOUR, 0, 0, 0)).to_zoned(zone.clone());
    evening.map_or(now, |evening| Timestamp(evening.timestamp().as_millisecond()))
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
    fn texts_can_be_sent_from_9_am_to_8_pm() {
        let zone = "America/New_York";
        assert_eq!(end_of_quiet_hours(at("2026-05-05T13:00:00Z"), zone), None);
        assert_eq!(end_of_quiet_hours(at("2026-05-05T23:59:59Z"), zone), None);
        assert_eq!(end_of_quiet_hours(at("2026-05-06T00:00:00Z"), zone), Some(at("2026-05-06T13:00:00Z")));
        assert_eq!(end_of_quiet_hours(at("2026-05-05T12:59:59Z"), zone), Some(at("2026-05-05T13:00:00Z")));
    }

    #[test]
    fn quiet_hours_end_at_9_am_local_time_after_a_clock_change() {
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
    fn quiet_hours_begin_at_8_pm_local_time_or_have_begun() {
        let phone = |number: &str| Phone::parse("phone", number).expect("a phone");
        let start =
            |zone: &str, number: &str, now: &str| QuietHours::of(zone).start_for(at(now), &phone(number));
        let eastern = |now: &str| start("America/New_York", "+13035550101", now);
        assert_eq!(eastern("2026-05-05T13:00:00Z"), at("2026-05-06T00:00:00Z"));
        assert_eq!(eastern("2026-05-05T23:59:59Z"), at("2026-05-06T00:00:00Z"));
        assert_eq!(eastern("2026-05-06T00:00:00Z"), at("2026-05-06T00:00:00Z"));
        assert_eq!(eastern("2026-11-01T14:00:00Z"), at("2026-11-02T01:00:00Z"), "the clock went back");
        let noon = "2026-05-05T18:00:00Z";
        assert_eq!(start("", "+13035550101", noon), at("2026-05-06T02:00:00Z"), "8 PM in Denver");
        assert_eq!(start("", "+18005550101", noon), at("2026-05-06T00:00:00Z"), "8 PM in New York");
        let early = "2026-05-05T14:00:00Z";
        assert_eq!(start("", "+18005550101", early), at(early), "quiet in Los Angeles");
    }

    #[test]
    fn without_a_community_time_zone_the_area_code_determines_quiet_hours() {
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

    #[test]
    fn phones_without_a_time_zone_get_texts_only_in_daytime_of_all_contiguous_states() {
        let quiet = QuietHours::of("");
        let zones = ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"];
        for phone in ["+18005550101", "+18885550101", "+447911123456"] {
            let phone = Phone::parse("phone", phone).expect("a phone");
            assert_eq!(quiet.end_for(at("2026-05-05T09:00:00Z"), &phone), Some(at("2026-05-05T16:00:00Z")));
            assert_eq!(quiet.end_for(at("2026-05-05T16:00:00Z"), &phone), None, "9:00 in Los Angeles");
            assert_eq!(quiet.end_for(at("2026-05-05T23:59:59Z"), &phone), None, "19:59 in New York");
            assert_eq!(quiet.end_for(at("2026-05-06T00:00:00Z"), &phone), Some(at("2026-05-06T16:00:00Z")));
            // Through a day of each change of the clock, and an ordinary one.
            for day in ["2026-03-08T05:00:00Z", "2026-05-05T05:00:00Z", "2026-11-01T05:00:00Z"] {
                for quarter in 0..4 * 25 {
                    let now = at(day).plus(std::time::Duration::from_secs(quarter * 900));
                    let is_quiet = zones.iter().any(|zone| QuietHours::of(zone).end_in_zone(now).is_some());
                    let until = quiet.end_for(now, &phone);
                    assert_eq!(until.is_some(), is_quiet, "{now}");
                    assert!(until.is_none_or(|until| quiet.end_for(until, &phone).is_none()), "{now}");
                }
            }
        }
        assert_eq!(
            QuietHours::of("America/New_York").end_for(
                at("2026-05-05T13:00:00Z"),
                &Phone::parse("phone", "+18005550101").expect("a phone")
            ),
            None,
            "the community's time zone counts"
        );
    }

    #[test]
    fn quiet_hours_end_later_with_malformed_time_zones_and_area_codes() {
        let samples = [
            "America/New_York",
            "Etc/GMT+12",
            "+1808",
            "+18085550101",
            "9223372036854775807",
            "-62135596800000",
        ];
        fuzzing::check_texts(500, &samples, |text| {
            for now in
                [text.parse().unwrap_or_default(), 1_772_463_600_000, i64::MIN, i64::MAX].map(Timestamp)
            {
                let ends = [QuietHours::of(text).end_in_zone(now), end_by_area_code(now, text)];
                assert!(ends.into_iter().flatten().all(|end| end > now), "{now}");
            }
        });
    }
}
