//! Checks of filters and names.
use platform::Fault;

use super::model::Filter;
use crate::residents::homeowner::unit_key;

/// Checks that a filter makes sense.
///
/// # Errors
/// `INVALID_ARGUMENT` without a community, or if the first unit comes after the last.
pub fn check(filter: &Filter) -> Result<(), Fault> {
    if filter.communities.is_empty() {
        return Err(Fault::field("communityIds", "Choose at least one community."));
    }
    if !filter.unit_to.is_empty() && unit_key(&filter.unit_from) > unit_key(&filter.unit_to) {
        return Err(Fault::field("unitTo", "The last unit comes before the first. Swap them."));
    }
    Ok(())
}

/// Returns the name without surrounding spaces.
///
/// # Errors
/// `INVALID_ARGUMENT` if nothing is left.
pub fn name(name: &str) -> Result<String, Fault> {
    match name.trim() {
        "" => Err(Fault::field("name", "Enter a name.")),
        name => Ok(name.to_owned()),
    }
}

pub fn audience_exists() -> Fault {
    Fault::exists("AUDIENCE_EXISTS", "There is already an audience with this name. Choose another name.")
}

pub fn audience_changed() -> Fault {
    Fault::aborted("AUDIENCE_CHANGED", "Someone else just changed this audience. Review the latest version.")
}

pub fn too_many_audiences() -> Fault {
    Fault::precondition(
        "TOO_MANY_AUDIENCES",
        "A company has at most 200 saved audiences. Delete one that is no longer needed first.",
    )
}

pub fn audience_in_use() -> Fault {
    Fault::precondition(
        "AUDIENCE_IN_USE",
        "A draft or an unfinished blast uses this audience. Change or delete that blast first.",
    )
}
