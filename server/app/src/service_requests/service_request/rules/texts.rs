//! Texts that notify residents about their requests, and when they are sent.
use platform::{Timestamp, phone::Phone};

use crate::{
    messaging::carrier::QuietHours,
    service_requests::service_request::model::{Action, Priority, ServiceRequest},
};

/// Returns the end of the quiet hours that a text about a request waits for; `None` if it is sent at once, as for an
/// emergency.
#[must_use]
pub fn quiet_until(now: Timestamp, time_zone: &str, phone: &Phone, priority: Priority) -> Option<Timestamp> {
    if priority == Priority::Emergency { None } else { QuietHours::of(time_zone).end_for(now, phone) }
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
        let portland = Phone::parse("phone", "+15035550188").expect("a phone");
        for (now, zone, until) in [
            ("2026-03-03T14:00:00Z", "America/New_York", None),
            ("2026-03-04T00:59:00Z", "America/New_York", None),
            ("2026-03-04T01:00:00Z", "America/New_York", Some("2026-03-04T14:00:00Z")),
            ("2026-03-08T05:00:00Z", "America/New_York", Some("2026-03-08T13:00:00Z")),
            // 6:00 and 19:30 in Portland.
            ("2026-03-03T14:00:00Z", "", Some("2026-03-03T17:00:00Z")),
            ("2026-03-04T03:30:00Z", "", None),
        ] {
            assert_eq!(quiet_until(at(now), zone, &portland, Priority::High), until.map(at), "{now} {zone}");
            assert_eq!(quiet_until(at(now), zone, &portland, Priority::Emergency), None);
        }
    }
}
