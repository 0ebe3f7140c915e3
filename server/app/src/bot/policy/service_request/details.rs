//! Known and missing details of a request.
use platform::ids::MessageId;
use serde::{Deserialize, Serialize};

use super::{
    Clause, contains_words, phrases,
    words::{CALL_FIRST, ENTRY_ALLOWED, ENTRY_REFUSED, HOME_PLACES, PETS, SHARED_PLACES, TIMES},
};
use crate::service_requests::service_request::{EntryPermission, Kind};

/// Maximum characters of a title.
pub const MAX_TITLE_CHARS: usize = 80;

/// A detail that the resident is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingDetail {
    Location,
    Unit,
    Since,
    Entry,
    /// Nothing is missing; the resident is asked to confirm.
    Confirmation,
}

/// What is known about a request.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RequestDetails {
    /// The number of [`Kind`] in the contract.
    pub kind: i32,
    /// The text that made the request.
    pub text: String,
    /// Place in the unit or building; empty if unknown.
    pub location: String,
    /// Whether residents share the place.
    pub is_shared_place: bool,
    /// Unit; empty if unknown.
    pub unit: String,
    /// When the problem began; empty if unknown, or if the text contains it.
    pub since: String,
    /// Whether the text says when the problem began.
    pub has_time: bool,
    /// The number of [`EntryPermission`] in the contract; 0 if unknown.
    pub entry_permission: i32,
    pub pets: String,
    /// What the resident added after the request was read back.
    pub additions: Vec<String>,
    /// Details that the bot asked for and the resident did not give.
    pub skipped: Vec<String>,
    /// The texts with photos of the problem.
    #[serde(default)]
    pub texts_with_photos: Vec<MessageId>,
    #[serde(default)]
    pub photo_count: usize,
}

impl RequestDetails {
    /// Extracts the details from a text.
    pub fn of_text(kind: Kind, text: &str) -> Self {
        let words = Clause::new(text);
        let mut details = Self {
            kind: kind as i32,
            text: text.trim().to_owned(),
            has_time: words.has(TIMES),
            entry_permission: entry_permission(text) as i32,
            ..Self::default()
        };
        details.set_location_from(text);
        if words.has(PETS) && kind == Kind::Maintenance {
            details.pets = "See the description.".to_owned();
        }
        details
    }

    /// Returns the first detail that is missing. Only maintenance needs details.
    pub fn missing(&self) -> MissingDetail {
        let is_skipped = |name: &str| self.skipped.iter().any(|one| one == name);
        if self.kind != Kind::Maintenance as i32 {
            return MissingDetail::Confirmation;
        }
        if self.location.is_empty() && !is_skipped("location") {
            return MissingDetail::Location;
        }
        if !self.is_shared_place && self.unit.is_empty() && !is_skipped("unit") {
            return MissingDetail::Unit;
        }
        if self.since.is_empty() && !self.has_time && !is_skipped("since") {
            return MissingDetail::Since;
        }
        if !self.is_shared_place && self.entry_permission == 0 && !is_skipped("entry") {
            return MissingDetail::Entry;
        }
        MissingDetail::Confirmation
    }

    /// Records the photos of a text.
    pub fn add_photos(&mut self, text: &MessageId, count: usize) {
        if count > 0 && !self.texts_with_photos.contains(text) {
            self.texts_with_photos.push(text.clone());
            self.photo_count += count;
        }
    }

    /// Sets the detail that the resident was asked for from their reply. Replies about entry and confirmations have no
    /// such detail.
    pub fn set(&mut self, asked: MissingDetail, answer: String) {
        match asked {
            MissingDetail::Location => self.set_location(&answer),
            MissingDetail::Unit => self.unit = answer,
            MissingDetail::Since => self.since = answer,
            MissingDetail::Entry | MissingDetail::Confirmation => {}
        }
    }

    /// Sets the place from the resident's reply.
    pub fn set_location(&mut self, answer: &str) {
        self.set_location_from(answer);
        self.location = answer.trim().to_owned();
    }

    /// Sets the place if the text names one.
    fn set_location_from(&mut self, text: &str) {
        let words = format!(" {} ", platform::sms::plain(text).join(" "));
        let longest = |group: &'static str| {
            phrases(group).filter(|place| contains_words(&words, place)).max_by_key(|place| place.len())
        };
        let (home, shared) = (longest(HOME_PLACES), longest(SHARED_PLACES));
        self.is_shared_place = shared.is_some() && home.is_none();
        if let Some(place) = home.or(shared) {
            self.location = sentence_case(place.strip_prefix("MY ").unwrap_or(place));
        }
    }

    /// Returns a title of up to [`MAX_TITLE_CHARS`] characters: the first sentence without a greeting.
    pub fn title(&self) -> String {
        let first = self.text.split(['.', '!', '?', '\n']).map(str::trim).find(|one| one.chars().count() > 7);
        let first = first.unwrap_or(&self.text);
        let without_greeting = [
            "hi there",
            "hello there",
            "good morning",
            "good afternoon",
            "good evening",
            "hi",
            "hello",
            "hey",
        ]
        .iter()
        .find_map(|greeting| {
            let start = first.get(..greeting.len())?;
            let rest = first[greeting.len()..].trim_start_matches([',', ' ', '-']);
            let ends = !first[greeting.len()..].starts_with(char::is_alphabetic);
            (start.eq_ignore_ascii_case(greeting) && ends && !rest.is_empty()).then_some(rest)
        })
        .unwrap_or(first);
        let mut letters = without_greeting.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).take(MAX_TITLE_CHARS).collect()
    }

    /// Returns the description: everything that the resident wrote.
    pub fn description(&self) -> String {
        let mut lines = vec![self.text.clone()];
        lines.extend((!self.since.is_empty()).then(|| format!("Since: {}", self.since)));
        lines.extend(self.additions.iter().cloned());
        lines.join("\n")
    }
}

/// Returns the entry permission that a text expresses.
pub fn entry_permission(text: &str) -> EntryPermission {
    let words = Clause::new(text);
    match () {
        () if words.has(ENTRY_REFUSED) => EntryPermission::NotAllowed,
        () if words.has(ENTRY_ALLOWED) => EntryPermission::Allowed,
        () if words.has(CALL_FIRST) && words.words.len() > 1 => EntryPermission::CallFirst,
        () => EntryPermission::Unknown,
    }
}

fn sentence_case(place: &str) -> String {
    let mut letters = place.chars();
    letters.next().into_iter().chain(letters.flat_map(char::to_lowercase)).collect()
}
