//! The names in an answer that an account's figures stand for later: `{balance}`, `{unit}` and
//! `{account}`. Any other `{word}` is only a word.
use std::ops::Range;

use crate::Fault;

const NAMES: [(&str, Told); 3] =
    [("{balance}", Told::Balance), ("{unit}", Told::Unit), ("{account}", Told::Number)];

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// What is owed.
    Balance,
    /// The unit.
    Unit,
    /// The account number.
    Number,
}

/// The names in a text, in any case, and where they stand; one in two braces is the same.
#[must_use]
pub fn names(text: &str) -> Vec<(Range<usize>, Told)> {
    let name = |(at, _)| {
        let same = |(name, _): &&(&str, Told)| {
            text.get(at..at + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
        };
        let (name, told) = NAMES.iter().find(same)?;
        let end = at + name.len();
        let is_doubled = text[..at].ends_with('{') && text[end..].starts_with('}');
        Some((if is_doubled { at - 1..end + 1 } else { at..end }, *told))
    };
    text.match_indices('{').filter_map(name).collect()
}

/// Whether a text tells something of an account.
#[must_use]
pub fn tells(text: &str) -> bool {
    !names(text).is_empty()
}

/// Refuses names in words that they are never filled in in.
///
/// # Errors
/// `INVALID_ARGUMENT` on the field.
pub fn nameless(field: &str, text: &str) -> Result<(), Fault> {
    match tells(text) {
        true => Err(Fault::field(
            field,
            "{balance}, {unit} and {account} are only filled in in answers. Remove them here.",
        )),
        false => Ok(()),
    }
}
