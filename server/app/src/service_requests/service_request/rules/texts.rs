//! Texts that notify residents about their requests, and when they are sent.
use jiff::{ToSpan, civil::Time, tz::TimeZone};
use platform::Timestamp;

use crate::service_requests::service_request::model::{Action, Priority, ServiceRequest};

const FIRST_HOUR: i8 = 9;
const END_HOUR: i8 = 19;

/// Returns when a text about a request is sent: from 9:00 to 19:00 in the community's time zone, and at once for
/// an emergency.
#[must_use]
pub fn text_time(now: Timestamp, time_zone: &str, priority: Priority) -> Timestamp {
    if priority == Priority::Emergency {
        return now;
    }
    let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
    let Ok(instant) = jiff::Timestamp::from_millisecond(now.0) else { return now };
    let local = instant.to_zoned(zone.clone());
    let day = match local.hour() {
        FIRST_HOUR..END_HOUR => return now,
        hour if hour < FIRST_HOUR => local.date(),
        _ => local.date().saturating_add(1.day()),
    };
    let morning = day.to_datetime(Time::constant(FIRST_HOUR, 0, 0, 0)).to_zoned(zone);
    morning.map_or(now, |morning| Timestamp(morning.timestamp().as_millisecond()))
}

/// Returns the text that notifies a resident of an action; `None` for actions of which residents are not
/// notified.
#[must_use]
pub fn state_text(request: &ServiceRequest, action: Action, note: &str, time_zone: &str) -> Option<String> {
    let note = note.trim();
    let with_note = |text: &str| {
        if note.is_empty() { format!("{text}.") } else { format!("{text}: {note}") }
    };
    let news = match action {
        Action::Submit => "was received. We will text you when there's a decision.".into(),
        Action::RequestInfo => format!("needs more information: {note} Reply to this text."),
        Action::Approve => with_note("was approved"),
        Action::Decline => with_note("was declined"),
        Action::Start => with_note("is being worked on"),
        Action::Defer => {
            let until = request.deferred_until_ms.map(|until| until.date_in(time_zone));
            let day = until.map(|day| day.strftime("%B %-d").to_string()).unwrap_or_default();
            with_note(&format!("is on hold until {day}"))
        }
        Action::Complete => "is done. Reply to this text if anything is still wrong.".into(),
        Action::Reopen => with_note("was reopened"),
        Action::Cancel => with_note("was canceled"),
        Action::Close => return None,
    };
    Some(format!("{}: Your request {} ({}) {news}", request.community_label(), request.number, request.title))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service_requests::service_request::{
        model::{EntryPermission, Kind, State},
        rules::tests::request_in,
    };

    fn leak() -> ServiceRequest {
        ServiceRequest {
            community_tag: "Harbor_Row".into(),
            number: "HR-204".into(),
            kind: Kind::Maintenance,
            title: "Sink leaks".into(),
            unit: "304".into(),
            contact_name: "Denise Alvarez".into(),
            contact_phone: "+12025550142".into(),
            entry_permission: EntryPermission::Allowed,
            deferred_until_ms: Some(Timestamp(1_796_144_400_000)),
            created_by_name: "Dana Okafor".into(),
            ..request_in(State::InProgress)
        }
    }

    /// The web shows these texts before an action; its test reads the same table.
    #[test]
    fn texts_to_residents_match_the_golden_file() {
        let mut table = String::new();
        for action in Action::ALL {
            for note in ["", " The board meets on Monday. "] {
                let text = state_text(&leak(), action, note, "America/New_York");
                table += &format!("{action:?} \"{note}\": {}\n", text.unwrap_or_default());
            }
        }
        assert_eq!(table, include_str!("../../../../tests/it/golden/service_request_texts.txt"));
    }

    #[test]
    fn texts_wait_until_morning_except_in_an_emergency() {
        let at = |text: &str| Timestamp(text.parse::<jiff::Timestamp>().expect("a time").as_millisecond());
        let zone = "America/New_York";
        for (now, sent) in [
            ("2026-03-03T14:00:00Z", "2026-03-03T14:00:00Z"),
            ("2026-03-03T23:59:00Z", "2026-03-03T23:59:00Z"),
            ("2026-03-04T00:00:00Z", "2026-03-04T14:00:00Z"),
            ("2026-03-08T05:00:00Z", "2026-03-08T13:00:00Z"),
        ] {
            assert_eq!(text_time(at(now), zone, Priority::High), at(sent), "{now}");
            assert_eq!(text_time(at(now), zone, Priority::Emergency), at(now));
        }
    }
}
