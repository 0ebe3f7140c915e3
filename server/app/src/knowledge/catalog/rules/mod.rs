//! Validation of intents and catalogs, and the effects of edits.
mod compare;
mod edit;
mod file;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

pub use compare::differences;
pub use edit::apply_edit;
pub use file::{columns_of, export, import};
use platform::{ErrorReason, Fault, config::CatalogName, text::one_line};

use super::model::{CATEGORIES, Draft, DraftState, Intent, Library};

/// Maximum number of intents of a catalog.
pub const MAX_INTENTS: usize = 500;
const TITLE: std::ops::RangeInclusive<usize> = 3..=60;
const SAMPLE: std::ops::RangeInclusive<usize> = 8..=160;
/// Maximum length of a key, and of the part of it that comes from the title.
const KEY: usize = 40;
const OF_TITLE: usize = 32;

/// Returns a random suffix of letters and digits that no key has.
pub type SuffixSource<'a> = &'a dyn Fn() -> String;

/// Fails if the draft's version is not `version`.
///
/// # Errors
/// `ABORTED`.
pub fn same_version(draft: &Draft, version: i64) -> Result<(), Fault> {
    if draft.version == version { Ok(()) } else { Err(draft_changed()) }
}

/// Returns the error for a draft that changed in the meantime.
pub fn draft_changed() -> Fault {
    Fault::aborted(
        ErrorReason::DraftChanged,
        "Someone else changed the draft in the meantime. Review it, then try again.",
    )
}

/// Returns the error for a draft without a change to undo.
pub fn nothing_to_undo() -> Fault {
    Fault::precondition(
        ErrorReason::NothingToUndo,
        "There is no change left to undo. Discard the draft to start over.",
    )
}

/// Validates the note of a version.
///
/// # Errors
/// Fails if it is empty.
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
        0 => Err(Fault::precondition(ErrorReason::NothingToPublish, "The draft has no changes.")),
        _ if other => Err(Fault::precondition(
            ErrorReason::DraftHasChanges,
            "The draft has changes that are not published. Publish or discard them first.",
        )),
        number if number == state.published => {
            Err(Fault::precondition(ErrorReason::AlreadyPublished, "This version is already published."))
        }
        _ => Ok(()),
    }
}

/// Returns the maximum number of samples of an intent.
pub fn max_samples(name: CatalogName) -> usize {
    if name == CatalogName::Merged { 4 } else { 10 }
}

/// Returns the key by which two titles, or two samples, are compared.
fn comparison_key(text: &str) -> String {
    one_line(&text.to_lowercase()).trim_end_matches(['?', '!', '.', ' ']).to_owned()
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// Returns the invalid field of an intent and what to do about it.
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
    let (count, most) = (intent.samples.len(), max_samples(name));
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

/// Two intents of a catalog with the same title or the same sample.
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

/// Validates a catalog as a whole. Of two conflicting intents, the error names the one that is not `about`.
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

/// Sorts intents by category; within a category they keep their order.
fn sort(intents: &mut [Intent]) {
    intents.sort_by_key(|intent| CATEGORIES.iter().position(|category| *category == intent.category));
}

/// Returns a new key from words of the title and a random suffix.
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
