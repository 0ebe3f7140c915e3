//! Whether a text tells of danger to people or to the building.
//!
//! Heard by groups of words. Some wordings tell of danger wherever they stand. What only has such a
//! word in its name ("fire pit", "emergency contact") is taken out first, between two marks of a text:
//! "Fire! Exits blocked" has no fire exits in it. In what is left some words are danger by themselves,
//! and most together with a word of place, person or happening. A text that is nothing but a call
//! ("Fire!", "911") is one, and so is one that begins with such an outcry. Where in doubt it is heard:
//! a colleague who looks in vain costs less than a flood.
mod words;

use words::{
    ABOUT_IT, ALWAYS, BESIDE_CALLS, CALLS, HARMLESS_AFTER, HARMLESS_BEFORE, HYPOTHETICAL, LOUD, OUTCRIES,
    SOUNDING, TOGETHER,
};

use crate::texting;

/// Marks that no name reaches over.
const MARKS: &[char] = &['.', '!', '?', ';', ':', ',', '\n', '\r', '(', ')', '…', '—', '–', '¡', '¿'];
/// Those that end an outcry.
const ENDS: &[char] = &['.', '!', '\n', '…'];

/// Whether it tells of one.
pub fn heard(text: &str) -> bool {
    let words = read(text);
    let whole = format!(" {} ", words.join(" "));
    let rest: String =
        text.split(MARKS).map(|piece| without_harmless(&read(piece))).collect::<Vec<_>>().join("-");
    let all = |text: &str, groups: &[&str]| groups.iter().all(|group| says(text, group));
    says(&whole, ALWAYS)
        || SOUNDING.iter().any(|groups| all(&whole, groups))
        || says(&rest, LOUD)
        || TOGETHER.iter().any(|groups| all(&rest, groups))
        || is_call(&words, CALLS)
        || text.split_inclusive(ENDS).any(|piece| piece.ends_with(ENDS) && is_call(&read(piece), OUTCRIES))
}

/// The words of a text in capitals, without accents.
fn read(text: &str) -> Vec<String> {
    texting::plain(text).iter().map(|word| word.chars().map(unaccented).collect()).collect()
}

/// The wordings of a group.
fn each(group: &str) -> impl Iterator<Item = &str> {
    group.split(", ")
}

/// Whether one of the wordings is in it.
fn says(text: &str, group: &str) -> bool {
    each(group).any(|wording| text.contains(&format!(" {wording} ")))
}

/// Whether it is one of these calls and nothing else.
fn is_call(words: &[String], calls: &str) -> bool {
    let is = |word: &String, group| each(group).any(|one| one == word);
    words.iter().any(|word| is(word, calls))
        && words.iter().all(|word| is(word, calls) || is(word, BESIDE_CALLS))
}

/// The text without what is harmless in it.
fn without_harmless(words: &[String]) -> String {
    let (mut rest, mut about_it) = (String::from(" "), 0);
    for word in words {
        if about_it == 0 {
            rest = rest + word + " ";
        }
        about_it = if HYPOTHETICAL.contains(&word.as_str()) { ABOUT_IT } else { about_it.saturating_sub(1) };
    }
    let before = HARMLESS_BEFORE
        .iter()
        .flat_map(|(word, tails)| each(tails).map(move |tail| format!(" {word} {tail} ")));
    let after = HARMLESS_AFTER
        .iter()
        .flat_map(|(word, heads)| each(heads).map(move |head| format!(" {head} {word} ")));
    before.chain(after).fold(rest, |rest, name| rest.replace(&name, " - "))
}

/// A capital without its accent.
fn unaccented(letter: char) -> char {
    match letter {
        'Á' | 'À' | 'Â' | 'Ä' => 'A',
        'Ë' => 'E',
        'Í' | 'Ì' | 'Î' | 'Ï' => 'I',
        'Ó' | 'Ò' | 'Ô' | 'Ö' => 'O',
        'Ú' | 'Ù' | 'Û' | 'Ü' => 'U',
        'Ç' => 'C',
        'Ñ' => 'N',
        other => other,
    }
}

#[cfg(test)]
mod tests;
