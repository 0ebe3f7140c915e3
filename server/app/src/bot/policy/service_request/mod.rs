//! Recognizes service requests in residents' texts: requests for work, their details, and questions about
//! their status. Uses English words and phrases.
mod details;
mod replies;
mod words;

pub use details::{MissingDetail, RequestDetails};
pub use replies::{RequestReply, parse_reply};

use platform::sms;

use crate::service_requests::service_request::Kind;
use words::{
    ALTERATIONS, AMENITIES, DOCUMENT_PHRASES, DOCUMENTS, EXTERIORS, INQUIRY_PHRASES, ITEM_PHRASES, ITEMS,
    OPENERS, PLAN_PHRASES, PROBLEMS, PROBLEMS_ALONE, QUESTION_WORDS, REQUEST_PHRASES, REQUEST_WORDS,
    RESERVATIONS, STATUS_PHRASES, THINGS, WANT_PHRASES, WORK_PHRASES,
};

/// Punctuation between clauses.
const CLAUSE_ENDS: &[char] = &['.', '!', '?', ';', ',', '\n', '\r', '(', ')', '…', '—', '–'];

/// Returns the kind of work that a text requests; `None` for questions and other texts.
pub fn recognize_request(text: &str) -> Option<Kind> {
    let clauses: Vec<Clause> =
        text.split(CLAUSE_ENDS).map(Clause::new).filter(|one| !one.words.is_empty()).collect();
    let whole = Clause::new(text);
    if is_status_question(text) {
        return None;
    }
    if clauses.iter().any(Clause::reports_problem) {
        return Some(Kind::Maintenance);
    }
    let other = clauses.iter().find_map(|clause| clause.other_kind(&whole));
    other.or_else(|| clauses.iter().any(|clause| clause.asks_for_work(&whole)).then_some(Kind::Maintenance))
}

/// Returns whether a text asks for the status of a request.
pub fn is_status_question(text: &str) -> bool {
    let whole = Clause::new(text);
    whole.has(STATUS_PHRASES) && (whole.has(REQUEST_WORDS) || whole.has(THINGS) || names_request(text))
        || text.contains('?') && whole.has(REQUEST_WORDS) && !whole.has(REQUEST_PHRASES)
        || names_request(text) && (whole.has(STATUS_PHRASES) || text.contains('?') || whole.words.len() <= 2)
}

/// Returns whether a text contains the number of a request, such as "HR-104".
fn names_request(text: &str) -> bool {
    request_number(text).is_some()
}

/// Returns the first request number in a text, such as "HR-104", in capitals.
pub fn request_number(text: &str) -> Option<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '-').find_map(|word| {
        let (letters, digits) = word.split_once('-')?;
        let is_number = (1..=3).contains(&letters.chars().count())
            && letters.chars().all(char::is_alphabetic)
            && (3..=9).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| word.to_uppercase())
    })
}

/// Returns whether a text begins like a question or a condition.
pub fn is_question(text: &str) -> bool {
    text.trim_end().ends_with('?') || Clause::new(text).is_question()
}

/// A part of a text between punctuation, as words in capitals.
struct Clause {
    words: Vec<String>,
    /// The words, each preceded and followed by a space.
    text: String,
}

impl Clause {
    fn new(text: &str) -> Self {
        let words = sms::plain(text);
        let text = format!(" {} ", words.join(" "));
        Self { words, text }
    }

    /// Returns whether the clause contains a phrase of a group.
    fn has(&self, group: &str) -> bool {
        has_phrase(&self.text, group)
    }

    fn is_question(&self) -> bool {
        let first = self.words.iter().find(|word| !is_one_of(word, OPENERS));
        first.is_some_and(|word| is_one_of(word, QUESTION_WORDS)) || self.has(INQUIRY_PHRASES)
    }

    /// Returns whether the clause reports that something is broken: "my sink leaks".
    fn reports_problem(&self) -> bool {
        if self.is_question() || self.is_about_self() {
            return false;
        }
        self.has(PROBLEMS_ALONE) || self.has(THINGS) && self.has(PROBLEMS)
    }

    /// Returns whether the clause asks what the resident may do: "can I replace a broken window".
    fn is_about_self(&self) -> bool {
        const OWN: &str = "CAN I, COULD I, MAY I, CAN WE, COULD WE, MAY WE, SHOULD I, WOULD I, WILL I";
        const HANDED: &str = "CAN I GET, COULD I GET, CAN WE GET, COULD WE GET, CAN I HAVE, COULD I HAVE, CAN WE HAVE, COULD WE HAVE";
        self.has(OWN) && !self.has(HANDED)
    }

    /// Returns whether the clause asks for work on a thing: "can someone fix the gate". The whole text may
    /// name the thing elsewhere.
    fn asks_for_work(&self, whole: &Self) -> bool {
        self.has(REQUEST_PHRASES)
            && self.has(WORK_PHRASES)
            && !self.is_question()
            && !self.is_about_self()
            && !self.has(EXCLUDED_WORK)
            && (self.has(THINGS) || self.has(PROBLEMS_ALONE) || whole.has(THINGS) && whole.has(PROBLEMS))
    }

    /// Returns the kind of a request other than maintenance.
    fn other_kind(&self, whole: &Self) -> Option<Kind> {
        if self.is_question() || self.is_about_self() {
            return None;
        }
        if self.has(WANT_PHRASES) && self.has(RESERVATIONS) && self.has(AMENITIES) {
            return Some(Kind::Amenity);
        }
        if self.has(PLAN_PHRASES) && self.has(ALTERATIONS) && self.has(EXTERIORS) {
            return Some(Kind::Architectural);
        }
        if (self.has(WANT_PHRASES) || self.has(REQUEST_PHRASES))
            && self.has(DOCUMENT_PHRASES)
            && self.has(DOCUMENTS)
        {
            return Some(Kind::Document);
        }
        (self.has(ITEM_PHRASES)
            && self.has(ITEMS)
            && (whole.has(REQUEST_PHRASES) || whole.has(WANT_PHRASES) || self.has(LOSSES)))
        .then_some(Kind::Other)
    }
}

/// Work that residents plan to do themselves.
const EXCLUDED_WORK: &str = "HAVE MY CONTRACTOR, MY CONTRACTOR, MYSELF";
/// Loss of an item.
const LOSSES: &str =
    "I LOST, WE LOST, STOLEN, MY FOB STOPPED, MY FOB DOESNT, NEED A NEW, NEED A REPLACEMENT, NEED ANOTHER";

/// Returns whether a text contains a phrase of a group. The text has spaces around each word.
fn has_phrase(text: &str, group: &str) -> bool {
    phrases(group).any(|phrase| contains_words(text, phrase))
}

fn contains_words(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase)
        .any(|(at, _)| text[..at].ends_with(' ') && text[at + phrase.len()..].starts_with(' '))
}

fn phrases(group: &str) -> impl Iterator<Item = &str> {
    group.split(", ").map(str::trim)
}

fn is_one_of(word: &str, group: &str) -> bool {
    phrases(group).any(|one| one == word)
}

#[cfg(test)]
mod tests;
