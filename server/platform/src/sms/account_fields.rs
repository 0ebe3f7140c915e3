//! Fields of a homeowner account in an answer, filled in when it is sent: `{balance}`, `{unit}` and
//! `{account}`. Any other `{word}` is ordinary text.
use std::ops::Range;

use crate::Fault;

const NAMES: [(&str, AccountField); 3] = [
    ("{balance}", AccountField::Balance),
    ("{unit}", AccountField::Unit),
    ("{account}", AccountField::Number),
];

/// A field of a homeowner account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountField {
    /// The amount that is owed.
    Balance,
    /// The unit.
    Unit,
    /// The account number.
    Number,
}

/// Finds the account fields of a text with their ranges. Case does not matter; `{{unit}}` equals `{unit}`.
#[must_use]
pub fn account_fields(text: &str) -> Vec<(Range<usize>, AccountField)> {
    let name = |(at, _)| {
        let same = |(name, _): &&(&str, AccountField)| {
            text.get(at..at + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
        };
        let (name, field) = NAMES.iter().find(same)?;
        let end = at + name.len();
        let is_doubled = text[..at].ends_with('{') && text[end..].starts_with('}');
        Some((if is_doubled { at - 1..end + 1 } else { at..end }, *field))
    };
    text.match_indices('{').filter_map(name).collect()
}

/// Whether a text has account fields.
#[must_use]
pub fn has_account_fields(text: &str) -> bool {
    !account_fields(text).is_empty()
}

/// Refuses account fields in a text where they are never filled in.
///
/// # Errors
/// `INVALID_ARGUMENT` on the field.
pub fn refuse_account_fields(field: &str, text: &str) -> Result<(), Fault> {
    match has_account_fields(text) {
        true => Err(Fault::field(
            field,
            "{balance}, {unit} and {account} are only filled in in answers. Remove them here.",
        )),
        false => Ok(()),
    }
}
