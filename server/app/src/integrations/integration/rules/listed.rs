//! Validates the associations that association software lists, and converts names and amounts of its accounts.
use std::collections::HashSet;

use super::fits;
use crate::{
    integrations::integration::model::Entry,
    tenancy::community::{self, Association},
};

/// Maximum length of the names of an account's owners together, in characters.
const MAX_NAME: usize = 120;

/// Returns an association that the software lists.
///
/// # Errors
/// Fails with a message for staff that says how to fix it there.
pub fn listed_entry(code: String, name: &str, association: &Association) -> Result<Entry, String> {
    let wrong = |words: &str| format!("Association {code} in {}: {words}", association.name);
    fits(&code, Some(association)).map_err(|words| wrong(&words))?;
    let tag = community::tag("name", name).map_err(|fault| wrong(fault.words()))?;
    Ok(Entry { code, tag, units: None, time_zone: None })
}

/// Returns the associations that the software lists. `none` says what to check there if there are none.
///
/// # Errors
/// Fails with a message for staff if there are none, one of them failed, or two have the same code.
pub fn listed_entries(
    entries: impl Iterator<Item = Result<Entry, String>>,
    none: &str,
    association: &Association,
) -> Result<Vec<Entry>, String> {
    let entries = entries.collect::<Result<Vec<Entry>, String>>()?;
    if entries.is_empty() {
        return Err(none.to_owned());
    }
    let mut codes = HashSet::new();
    match entries.iter().find(|entry| !codes.insert(&entry.code)) {
        Some(Entry { code, .. }) => {
            Err(format!("{} lists the association {code} twice. Remove one of them there.", association.name))
        }
        None => Ok(entries),
    }
}

/// Returns the names of an account's owners, as many as fit. Empty names are left out.
pub fn join_names(names: impl Iterator<Item = String>) -> String {
    let mut joined = String::new();
    for name in names.filter(|name| !name.is_empty()) {
        let longer = if joined.is_empty() { name } else { format!("{joined} & {name}") };
        if longer.chars().count() > MAX_NAME && !joined.is_empty() {
            break;
        }
        joined = longer;
    }
    joined
}

/// Returns an amount of dollars with two decimals.
pub fn to_dollars(amount: f64) -> String {
    format!("{amount:.2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_owners_are_joined_as_far_as_they_fit() {
        let names = ["a", "", "b", "c"].map(|letter| letter.repeat(50));
        let joined = format!("{} & {}", "a".repeat(50), "b".repeat(50));
        assert_eq!(join_names(names.into_iter()), joined);
    }
}
