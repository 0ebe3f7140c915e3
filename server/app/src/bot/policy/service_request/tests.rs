//! Recognition of requests in sample texts, and extraction of details from texts and replies.
use super::{details::MAX_TITLE_CHARS, *};
use crate::{bot::policy::is_emergency, service_requests::service_request::EntryPermission};

/// Lines with a label, a tab and a text: 100 requests, 100 other texts, and emergencies.
const EXAMPLES: &str = include_str!("examples.txt");

fn labeled(label: &str) -> Vec<&'static str> {
    let lines = EXAMPLES.lines().filter_map(|line| line.split_once('\t'));
    lines.filter(|(name, _)| *name == label).map(|(_, text)| text).collect()
}

#[test]
fn at_least_95_percent_of_the_examples_are_recognized() {
    let (requests, questions) = (labeled("request"), labeled("question"));
    assert_eq!((requests.len(), questions.len()), (100, 100));
    let missed: Vec<&str> = requests
        .iter()
        .copied()
        .filter(|text| recognize_request(text).is_none() && !is_emergency(text))
        .collect();
    let misrecognized: Vec<&str> =
        questions.iter().copied().filter(|text| recognize_request(text).is_some()).collect();
    assert!(
        missed.len() + misrecognized.len() <= 10,
        "missed: {missed:#?}, taken for requests: {misrecognized:#?}"
    );
}

#[test]
fn every_emergency_example_is_detected() {
    let emergencies = labeled("emergency");
    assert!(emergencies.len() >= 10);
    let missed: Vec<&&str> = emergencies.iter().filter(|text| !is_emergency(text)).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn each_kind_is_recognized() {
    for (text, kind) in [
        ("my sink leaks", Kind::Maintenance),
        ("I'd like to install a storm door", Kind::Architectural),
        ("I want to reserve the clubhouse on May 3", Kind::Amenity),
        ("I need a copy of the bylaws", Kind::Document),
        ("I lost my key fob, I need a new one", Kind::Other),
    ] {
        assert_eq!(recognize_request(text), Some(kind), "{text}");
    }
}

#[test]
fn questions_about_a_request_are_recognized() {
    for text in [
        "any news on my sink?",
        "Any update on my request",
        "what's the status of HR-104",
        "HR-104?",
        "still waiting for someone to fix the gate",
        "has my sink been fixed yet",
        "when will someone come about the elevator",
    ] {
        assert!(is_status_question(text), "{text}");
        assert_eq!(recognize_request(text), None, "{text}");
    }
    for text in
        ["my sink leaks", "how do I submit a maintenance request", "what time does the pool open", "any news"]
    {
        assert!(!is_status_question(text), "{text}");
    }
    assert_eq!(request_number("about hr-104 please").as_deref(), Some("HR-104"));
    assert_eq!(request_number("call 555-0104 or e-mail"), None);
}

#[test]
fn details_given_in_the_text_are_recognized() {
    for (text, location, missing) in [
        ("my sink leaks", "", MissingDetail::Location),
        ("the kitchen sink leaks", "Kitchen", MissingDetail::Unit),
        ("The light in the hallway is out since Sunday", "Hallway", MissingDetail::Confirmation),
        ("the pool gate is stuck", "Pool gate", MissingDetail::Since),
        (
            "my guest bathroom faucet drips since yesterday, let yourself in",
            "Guest bathroom",
            MissingDetail::Unit,
        ),
    ] {
        let details = RequestDetails::of_text(Kind::Maintenance, text);
        assert_eq!((details.location.as_str(), details.missing()), (location, missing), "{text}");
    }
    assert_eq!(
        RequestDetails::of_text(Kind::Document, "I need the bylaws").missing(),
        MissingDetail::Confirmation
    );
}

#[test]
fn each_missing_detail_is_asked_for_once_and_in_order() {
    let mut details = RequestDetails::of_text(Kind::Maintenance, "my sink leaks");
    let mut details_asked_for = Vec::new();
    loop {
        let missing = details.missing();
        details_asked_for.push(missing);
        match missing {
            MissingDetail::Location => details.set_location("under the kitchen window"),
            MissingDetail::Unit => details.unit = "4B".into(),
            MissingDetail::Since => details.since = "Monday".into(),
            MissingDetail::Entry => details.entry_permission = EntryPermission::Allowed as i32,
            MissingDetail::Confirmation => break,
        }
    }
    assert_eq!(
        details_asked_for,
        [
            MissingDetail::Location,
            MissingDetail::Unit,
            MissingDetail::Since,
            MissingDetail::Entry,
            MissingDetail::Confirmation
        ]
    );
    assert_eq!(details.title(), "My sink leaks");
    assert_eq!(details.description(), "my sink leaks\nSince: Monday");
}

#[test]
fn a_title_is_the_first_sentence_without_a_greeting() {
    for (text, title) in [
        ("Hi, the faucet drips. It is loud!", "The faucet drips"),
        ("hello there my toilet is clogged", "My toilet is clogged"),
        ("high window is broken", "High window is broken"),
        ("école door is stuck", "École door is stuck"),
        ("AC", "AC"),
    ] {
        assert_eq!(RequestDetails::of_text(Kind::Maintenance, text).title(), title);
    }
    let long = RequestDetails::of_text(Kind::Maintenance, &"my sink é ".repeat(40)).title();
    assert_eq!(long.chars().count(), MAX_TITLE_CHARS);
}

#[test]
fn replies_to_detail_questions_are_parsed() {
    use RequestReply::*;
    for (missing, text, reply) in [
        (MissingDetail::Location, "under the sink", Detail("under the sink".into())),
        (MissingDetail::Location, "never mind", Dropped),
        (MissingDetail::Location, "when does the pool open?", Unrelated),
        (MissingDetail::Unit, "unit 4b", Detail("4B".into())),
        (MissingDetail::Unit, "I'm in apt 12", Detail("12".into())),
        (MissingDetail::Unit, "the one at the very end of the hall", Unclear),
        (MissingDetail::Since, "yesterday", Detail("yesterday".into())),
        (MissingDetail::Entry, "yes", Entry(EntryPermission::Allowed, None)),
        (MissingDetail::Entry, "call first", Entry(EntryPermission::CallFirst, None)),
        (MissingDetail::Entry, "No", Entry(EntryPermission::NotAllowed, None)),
        (
            MissingDetail::Entry,
            "Yes, we have a dog",
            Entry(EntryPermission::Allowed, Some("Yes, we have a dog".into())),
        ),
        (MissingDetail::Entry, "maybe", Unclear),
        (MissingDetail::Confirmation, "Yes", Confirmed),
        (MissingDetail::Confirmation, "ok 👍", Confirmed),
        (MissingDetail::Confirmation, "looks good thanks", Confirmed),
        (MissingDetail::Confirmation, "no", Rejected),
        (MissingDetail::Confirmation, "no thanks", Rejected),
        (
            MissingDetail::Confirmation,
            "it is the cold tap that leaks",
            Addition("it is the cold tap that leaks".into()),
        ),
        (MissingDetail::Confirmation, "cancel", Dropped),
    ] {
        assert_eq!(parse_reply(missing, text), reply, "{missing:?}: {text}");
    }
}
