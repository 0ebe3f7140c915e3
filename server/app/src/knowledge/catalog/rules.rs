//! What an intent may be, and what becomes of the catalogs when staff change them.
mod compare;
mod edit;
mod file;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

pub use compare::differences;
pub use edit::apply_edit;
pub use file::{columns_of, export, import};
use platform::{ErrorReason, Fault, config::CatalogName};

use super::model::{CATEGORIES, Draft, DraftState, Intent, Library};

/// The most intents of a catalog.
pub const MAX_INTENTS: usize = 500;
const TITLE: std::ops::RangeInclusive<usize> = 3..=60;
const SAMPLE: std::ops::RangeInclusive<usize> = 8..=160;
/// The longest key, and what of it is taken from the title.
const KEY: usize = 40;
const OF_TITLE: usize = 32;

/// Makes what no key had before: so many letters and digits.
pub type SuffixSource<'a> = &'a dyn Fn() -> String;

/// Refuses a change that was made from an older draft.
///
/// # Errors
/// `ABORTED`.
pub fn same_version(draft: &Draft, version: i64) -> Result<(), Fault> {
    if draft.version == version { Ok(()) } else { Err(draft_changed()) }
}

/// Somebody was faster.
pub fn draft_changed() -> Fault {
    Fault::aborted(
        ErrorReason::DraftChanged,
        "Somebody changed the draft since you read it. Look at it again, then try again.",
    )
}

/// There is no change that could be taken back.
pub fn nothing_to_undo() -> Fault {
    Fault::precondition(
        ErrorReason::NothingToUndo,
        "There is no change left to take back. Discard the draft to begin anew.",
    )
}

/// What is said of a version.
///
/// # Errors
/// When it says nothing.
pub fn note(note: &str) -> Result<String, Fault> {
    match note.trim() {
        note if length(note) < 3 => Err(Fault::field("note", "Say in a few words what is in it.")),
        note => Ok(note.to_owned()),
    }
}

/// Refuses to publish what is published, or, over changes that are not, an older version; 0 names none.
///
/// # Errors
/// `FAILED_PRECONDITION`.
pub fn check_publishable(state: &DraftState, restored: i64) -> Result<(), Fault> {
    let other = !state.differences.is_empty();
    match restored {
        0 if other => Ok(()),
        0 => Err(Fault::precondition(
            ErrorReason::NothingToPublish,
            "The draft is what is published already. Change it first.",
        )),
        _ if other => Err(Fault::precondition(
            ErrorReason::DraftHasChanges,
            "The draft has changes that are not published. Publish or discard them first.",
        )),
        number if number == state.published => Err(Fault::precondition(
            ErrorReason::AlreadyPublished,
            "This version is the published one already.",
        )),
        _ => Ok(()),
    }
}

/// The most samples of an intent.
pub fn most_samples(name: CatalogName) -> usize {
    if name == CatalogName::Merged { 4 } else { 10 }
}

/// Without spaces around it and line breaks within.
fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// By which two titles, or two samples, are the same.
fn comparison_key(text: &str) -> String {
    collapse_whitespace(&text.to_lowercase()).trim_end_matches(['?', '!', '.', ' ']).to_owned()
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// What is wrong with an intent by itself: the field, and what to do about it.
fn find_violation(library: &Library, name: CatalogName, intent: &Intent) -> Option<(&'static str, String)> {
    if !TITLE.contains(&length(&intent.title)) {
        return Some(("title", "A title has 3 to 60 characters.".into()));
    }
    if intent.category.is_empty() {
        return Some(("category", "Choose a category.".into()));
    }
    if !CATEGORIES.contains(&intent.category.as_str()) {
        return Some((
            "category",
            format!("There is no category \"{}\". Take one of the list.", intent.category),
        ));
    }
    if let Some(sample) = intent.samples.iter().find(|sample| !SAMPLE.contains(&length(sample))) {
        return Some((
            "samples",
            format!("\"{sample}\" does not have 8 to 160 characters. Write it as a resident asks."),
        ));
    }
    let (count, most) = (intent.samples.len(), most_samples(name));
    if count == 0 {
        return Some(("samples", "Give at least one question as residents ask it.".into()));
    }
    if count > most {
        return Some((
            "samples",
            format!("These are {count} samples, and at most {most} may stay. Leave some out."),
        ));
    }
    match &intent.merged {
        Some(_) if name != CatalogName::Fine => {
            Some(("merged", "Only fine intents have a merged intent.".into()))
        }
        Some(merged) if !library.merged.iter().any(|it| it.id == *merged) => {
            Some(("merged", "There is no such merged intent. Choose another.".into()))
        }
        _ => None,
    }
}

/// Two intents of a catalog that cannot both be there, and what they share.
enum Conflict {
    Title(usize, usize),
    Sample(usize, usize, String),
}

fn find_conflict(intents: &[Intent]) -> Option<Conflict> {
    let (mut titles, mut samples) = (HashMap::new(), HashMap::new());
    for (place, intent) in intents.iter().enumerate() {
        if let Some(first) = titles.insert(comparison_key(&intent.title), place) {
            return Some(Conflict::Title(first, place));
        }
        for sample in &intent.samples {
            if let Some(first) = samples.insert(comparison_key(sample), place) {
                return Some(Conflict::Sample(first, place, sample.clone()));
            }
        }
    }
    None
}

/// Refuses a catalog that is not in order as a whole; of two intents that clash, the one that is not
/// `about` is told.
fn check(library: &Library, name: CatalogName, about: &str) -> Result<(), Fault> {
    let intents = library.of(name);
    if intents.len() > MAX_INTENTS {
        return Err(full());
    }
    let other = |first: usize, second: usize| {
        let place = if intents[first].id == about { second } else { first };
        intents[place].title.as_str()
    };
    match find_conflict(intents) {
        None => Ok(()),
        Some(Conflict::Title(first, second)) => Err(Fault::exists(
            ErrorReason::IntentExists,
            format!(
                "This catalog has an intent \"{}\" already. Choose another title, or change that one.",
                other(first, second)
            ),
        )),
        Some(Conflict::Sample(first, second, sample)) if first == second => {
            Err(Fault::field("samples", format!("\"{sample}\" is there twice. Leave one out.")))
        }
        Some(Conflict::Sample(first, second, sample)) => Err(Fault::exists(
            ErrorReason::SampleExists,
            format!(
                "\"{sample}\" is a sample of \"{}\" already. Leave it out of one of them.",
                other(first, second)
            ),
        )),
    }
}

fn full() -> Fault {
    Fault::precondition(
        ErrorReason::CatalogFull,
        "A catalog has at most 500 intents. Merge or remove some first.",
    )
}

/// The intents of a category together, in the order of the categories; else as they were.
fn sort(intents: &mut [Intent]) {
    intents.sort_by_key(|intent| CATEGORIES.iter().position(|category| *category == intent.category));
}

/// A key that no intent had: words of the title, and what is fresh.
fn key(title: &str, fresh: SuffixSource<'_>) -> String {
    let words = title.to_lowercase();
    let words: Vec<&str> =
        words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut key = words.join("-");
    key.truncate(OF_TITLE);
    let key = key.trim_end_matches('-');
    let fresh = fresh();
    let whole = if key.is_empty() { fresh } else { format!("{key}-{fresh}") };
    whole.chars().take(KEY).collect()
}
