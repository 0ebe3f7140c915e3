//! Detects emergencies: danger to people or to the building.
//!
//! Detection uses groups of phrases. Some phrases always report danger. Harmless phrases that contain a
//! danger word ("fire pit", "emergency contact") are removed first, never across punctuation: "Fire! Exits
//! blocked" does not contain "fire exits". In the remaining text, some words report danger alone, and most in
//! combination with a place, a person or an event. A text that consists of an outcry ("Fire!", "911"), or
//! begins with one, is an emergency too. In doubt, a text is an emergency: a false alarm costs less than a
//! flood.
mod words;

use platform::sms;
use words::{
    ACTIVE_ALARMS, ALWAYS, CALLS, COMBINATIONS, DANGER_WORDS, FILLERS, HARMLESS_AFTER, HARMLESS_BEFORE,
    HYPOTHETICAL, HYPOTHETICAL_SPAN, OUTCRIES,
};

/// Punctuation that a phrase does not span.
const MARKS: &[char] = &['.', '!', '?', ';', ':', ',', '\n', '\r', '(', ')', '…', '—', '–', '¡', '¿'];
/// Punctuation that ends an outcry.
const ENDS: &[char] = &['.', '!', '\n', '…'];

/// Returns whether a text reports an emergency.
pub fn is_emergency(text: &str) -> bool {
    let words = words_of(text);
    let whole = format!(" {} ", words.join(" "));
    let rest: String =
        text.split(MARKS).map(|piece| without_harmless(&words_of(piece))).collect::<Vec<_>>().join("-");
    let all = |text: &str, groups: &[&str]| groups.iter().all(|group| contains_any(text, group));
    contains_any(&whole, ALWAYS)
        || ACTIVE_ALARMS.iter().any(|groups| all(&whole, groups))
        || contains_any(&rest, DANGER_WORDS)
        || COMBINATIONS.iter().any(|groups| all(&rest, groups))
        || is_call(&words, CALLS)
        || text
            .split_inclusive(ENDS)
            .any(|piece| piece.ends_with(ENDS) && is_call(&words_of(piece), OUTCRIES))
}

/// Returns the words of a text in capitals, without accents.
fn words_of(text: &str) -> Vec<String> {
    sms::plain(text)
}

/// Returns the phrases of a group.
fn phrases(group: &str) -> impl Iterator<Item = &str> {
    group.split(", ")
}

/// Returns whether a text contains a phrase of a group.
fn contains_any(text: &str, group: &str) -> bool {
    phrases(group).any(|phrase| text.contains(&format!(" {phrase} ")))
}

/// Returns whether a text consists only of these calls for help.
fn is_call(words: &[String], calls: &str) -> bool {
    let is = |word: &String, group| phrases(group).any(|one| one == word);
    words.iter().any(|word| is(word, calls)) && words.iter().all(|word| is(word, calls) || is(word, FILLERS))
}

/// Removes harmless phrases from a text.
fn without_harmless(words: &[String]) -> String {
    let (mut rest, mut about_it) = (String::from(" "), 0);
    for word in words {
        if about_it == 0 {
            rest = rest + word + " ";
        }
        about_it = if HYPOTHETICAL.contains(&word.as_str()) {
            HYPOTHETICAL_SPAN
        } else {
            about_it.saturating_sub(1)
        };
    }
    let before = HARMLESS_BEFORE
        .iter()
        .flat_map(|(word, tails)| phrases(tails).map(move |tail| format!(" {word} {tail} ")));
    let after = HARMLESS_AFTER
        .iter()
        .flat_map(|(word, heads)| phrases(heads).map(move |head| format!(" {head} {word} ")));
    before.chain(after).fold(rest, |rest, name| rest.replace(&name, " - "))
}

#[cfg(test)]
mod tests;
