//! Parses a resident's reply to a question about their request.
use super::{
    Clause, MissingDetail,
    details::entry_permission,
    is_question, phrases,
    words::{CALL_FIRST, DROPS, NO, PETS, YES},
};
use crate::service_requests::service_request::EntryPermission;

/// Maximum words of a reply that names a unit.
const MAX_UNIT_WORDS: usize = 4;
/// Maximum characters of a reply that is a detail.
const MAX_DETAIL_CHARS: usize = 200;

/// The meaning of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestReply {
    /// The detail that was asked for.
    Detail(String),
    /// The entry permission, and the pets that the reply names.
    Entry(EntryPermission, Option<String>),
    /// The resident confirms.
    Confirmed,
    /// Something is wrong, but the resident does not say what.
    Rejected,
    /// Information to add to the request.
    Addition(String),
    /// The resident no longer wants the request.
    Dropped,
    /// The reply does not answer the question.
    Unclear,
    /// A question about another subject.
    Unrelated,
}

/// Parses a reply to the question about a missing detail.
pub fn parse_reply(missing: MissingDetail, text: &str) -> RequestReply {
    let words = Clause::new(text);
    let is_short = words.words.len() <= 6;
    if is_short && words.has(DROPS) {
        return RequestReply::Dropped;
    }
    if is_question(text) {
        return RequestReply::Unrelated;
    }
    match missing {
        MissingDetail::Entry => entry(&words, text),
        MissingDetail::Confirmation => confirmation(&words, text),
        MissingDetail::Unit => match words.words.len() {
            0 => RequestReply::Unclear,
            1..=MAX_UNIT_WORDS if text.chars().any(|c| c.is_ascii_digit()) || words.words.len() <= 2 => {
                RequestReply::Detail(unit(text))
            }
            _ => RequestReply::Unclear,
        },
        MissingDetail::Location | MissingDetail::Since if words.words.is_empty() => RequestReply::Unclear,
        MissingDetail::Location | MissingDetail::Since => {
            RequestReply::Detail(text.trim().chars().take(MAX_DETAIL_CHARS).collect())
        }
    }
}

/// Returns the unit that a reply names: "unit 4b" is "4B".
fn unit(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', '!']);
    let named = ["apartment ", "apt. ", "apt ", "unit ", "#"];
    let lower = text.to_lowercase();
    let rest = named.iter().find_map(|name| lower.rfind(name).and_then(|at| text.get(at + name.len()..)));
    rest.unwrap_or(text).trim().to_uppercase()
}

fn entry(words: &Clause, text: &str) -> RequestReply {
    let pets = words.has(PETS).then(|| text.trim().chars().take(MAX_DETAIL_CHARS).collect());
    let permission = match entry_permission(text) {
        EntryPermission::Unknown if words.has(CALL_FIRST) => EntryPermission::CallFirst,
        EntryPermission::Unknown if begins_with(words, NO) => EntryPermission::NotAllowed,
        EntryPermission::Unknown if begins_with(words, YES) => EntryPermission::Allowed,
        known => known,
    };
    match permission {
        EntryPermission::Unknown => RequestReply::Unclear,
        permission => RequestReply::Entry(permission, pets),
    }
}

fn confirmation(words: &Clause, text: &str) -> RequestReply {
    let rest = |group: &str| words.words.len() > phrase_length(words, group) + 2;
    match () {
        () if text.contains('👍') || begins_with(words, YES) && !rest(YES) => RequestReply::Confirmed,
        () if begins_with(words, NO) && !rest(NO) => RequestReply::Rejected,
        () if words.words.is_empty() => RequestReply::Unclear,
        () => RequestReply::Addition(text.trim().chars().take(MAX_DETAIL_CHARS).collect()),
    }
}

/// Returns whether a text begins with a phrase of a group.
fn begins_with(words: &Clause, group: &str) -> bool {
    phrase_length(words, group) > 0
}

/// Returns the number of words of the longest phrase of a group at the beginning of a text.
fn phrase_length(words: &Clause, group: &str) -> usize {
    let begins = |phrase: &&str| words.text.starts_with(&format!(" {phrase} "));
    phrases(group).filter(begins).map(|phrase| phrase.split(' ').count()).max().unwrap_or(0)
}
