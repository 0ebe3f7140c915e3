//! Time zones of communities by their name in the tz database. The time zone of a community may be unset, in which
//! case its name is empty.
use jiff::tz::TimeZone;

/// The time zone of a community whose own is unstated.
pub const DEFAULT: &str = "America/New_York";

/// Returns the name of a time zone, or [`DEFAULT`] if it is unstated.
#[must_use]
pub fn name_or_default(name: &str) -> &str {
    if name.is_empty() { DEFAULT } else { name }
}

/// Returns the time zone with a name, or [`DEFAULT`] if it is unstated or unknown.
#[must_use]
pub fn find(name: &str) -> TimeZone {
    TimeZone::get(name).or_else(|_| TimeZone::get(DEFAULT)).unwrap_or(TimeZone::UTC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unstated_or_unknown_time_zone_is_that_of_new_york() {
        for (name, found) in
            [("", DEFAULT), ("Mars/Olympus", DEFAULT), ("America/Phoenix", "America/Phoenix"), ("UTC", "UTC")]
        {
            assert_eq!(find(name).iana_name(), Some(found), "{name}");
        }
        assert_eq!((name_or_default(""), name_or_default("UTC")), (DEFAULT, "UTC"));
    }

    #[test]
    fn a_malformed_name_is_the_default_time_zone_or_a_known_one() {
        let samples =
            ["America/New_York", "Etc/GMT+12", "UTC", "../../etc/localtime", "EST5EDT,M3.2.0,M11.1.0"];
        fuzzing::check_texts(500, &samples, |name| assert!(find(name).iana_name().is_some(), "{name}"));
    }
}
