//! The bot's texts about service requests, in English. They never ask for a word that carriers interpret as
//! consent, such as YES or CANCEL.
use crate::{
    bot::policy::{MissingDetail, RequestDetails},
    messaging::photo,
    service_requests::service_request::{EntryPermission, ServiceRequest, State},
};

/// Maximum number of requests whose status is in one text.
const MAX_LISTED_REQUESTS: usize = 3;
/// Maximum characters of the resident's text that are quoted.
const MAX_QUOTED_CHARS: usize = 300;

/// Returns the question for a detail, or the request read back for confirmation.
pub fn ask_for(missing: MissingDetail, details: &RequestDetails) -> String {
    match missing {
        MissingDetail::Location => {
            "I can send this to our maintenance team. Where is it, such as \"kitchen\" or \"lobby\"? \
             Reply DROP if you don't need it."
                .to_owned()
        }
        MissingDetail::Unit => "Which unit are you in?".to_owned(),
        MissingDetail::Since => "Since when has it been like this?".to_owned(),
        MissingDetail::Entry => {
            "May our team enter if you are out? Reply OK, CALL FIRST or NO. If you have pets, say which."
                .to_owned()
        }
        MissingDetail::Confirmation => read_back(details),
    }
}

/// Returns the repeated question after a reply that does not answer it.
pub fn ask_again(missing: MissingDetail, details: &RequestDetails) -> String {
    match missing {
        MissingDetail::Unit => "Please text only your unit number, such as 4B.".to_owned(),
        MissingDetail::Entry => {
            "Please reply OK, CALL FIRST or NO: may our team enter if you are out?".to_owned()
        }
        _ => ask_for(missing, details),
    }
}

fn read_back(details: &RequestDetails) -> String {
    let quoted: String = details.text.chars().take(MAX_QUOTED_CHARS).collect();
    let mut lines = vec![format!("Here is your request: \"{quoted}\"")];
    let mut add = |name: &str, value: &str| {
        if !value.is_empty() {
            lines.push(format!("{name}: {value}"));
        }
    };
    add("Where", &details.location);
    add("Since", &details.since);
    let entry = match EntryPermission::try_from(details.entry_permission) {
        Ok(EntryPermission::Allowed) => "allowed",
        Ok(EntryPermission::CallFirst) => "call first",
        Ok(EntryPermission::NotAllowed) => "only while you are home",
        _ => "",
    };
    add("Entry", entry);
    for addition in &details.additions {
        add("Also", addition);
    }
    if details.photo_count > 0 {
        lines.push(format!("With {}", photo::count_text(details.photo_count)));
    }
    lines.push("Reply SEND to send it or DROP to drop it, or text me what to change.".to_owned());
    lines.join("\n")
}

/// Returns the confirmation that photos were added, and the next question.
pub fn ask_after_photos(missing: MissingDetail, details: &RequestDetails, count: usize) -> String {
    match missing {
        MissingDetail::Confirmation => ask_for(missing, details),
        _ => format!("Got {}. {}", photo::count_text(count), ask_for(missing, details)),
    }
}

/// Returns the text that asks what to change, after a negative reply.
pub fn ask_for_change() -> &'static str {
    "It is not sent yet. Text me what to change, SEND to send it, or DROP to drop it."
}

/// Returns the confirmation that the request was dropped.
pub fn dropped() -> &'static str {
    "OK, I dropped it. Text me any time something needs fixing."
}

/// Returns the confirmation that a text was added to a request.
pub fn added(request: &ServiceRequest) -> String {
    format!("Thanks. I added that to your request {}, and our team will look at it.", request.number)
}

/// Returns the status of requests, newest first.
pub fn states(requests: &[ServiceRequest], time_zone: &str) -> String {
    let listed: Vec<String> =
        requests.iter().take(MAX_LISTED_REQUESTS).map(|request| state(request, time_zone)).collect();
    listed.join("\n")
}

fn state(request: &ServiceRequest, time_zone: &str) -> String {
    let day = |at: platform::Timestamp| at.date_in(time_zone).strftime("%B %-d").to_string();
    let since = day(request.state_changed_ms);
    let news = match request.state {
        State::Draft | State::Pending => format!("was received on {since} and waits for a decision"),
        State::NeedsInfo => "waits for more information from you. Reply here".to_owned(),
        State::Approved => format!("was approved on {since}; work starts next"),
        State::InProgress => format!("is being worked on since {since}"),
        State::Deferred => match request.deferred_until_ms {
            Some(until) => format!("is on hold until {}", day(until)),
            None => "is on hold".to_owned(),
        },
        State::Completed | State::Closed => format!("was done on {since}"),
        State::Declined => format!("was declined on {since}"),
        State::Canceled => format!("was canceled on {since}"),
        State::Reopened => format!("was reopened on {since}; work starts again soon"),
    };
    format!("Your request {} ({}) {news}.", request.number, request.title)
}
