//! Rules of saved views.
use platform::{ErrorReason, Fault, sms::is_blank, text::one_line};

use super::model::{SavedView, SavedViewId};

/// Maximum number of views of a user for each layout.
const MAX_VIEWS: i64 = 12;
/// Maximum number of views of a user, for both layouts.
pub const MAX_LISTED: i64 = 2 * MAX_VIEWS;

/// Returns a view with valid values.
///
/// # Errors
/// `INVALID_ARGUMENT` on `name`.
pub fn checked(id: SavedViewId, layout: i32, name: &str, query: String) -> Result<SavedView, Fault> {
    let name = one_line(name);
    if is_blank(&name) {
        return Err(Fault::field("name", "Enter a name."));
    }
    Ok(SavedView { id, layout, name, query })
}

/// # Errors
/// `TOO_MANY_SAVED_VIEWS` if a user with `count` views of the layout cannot add another one.
pub fn require_room(count: i64) -> Result<(), Fault> {
    if count < MAX_VIEWS {
        return Ok(());
    }
    let words = "You have 12 saved views here. Delete one to add another.";
    Err(Fault::precondition(ErrorReason::TooManySavedViews, words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_must_be_visible() {
        let view = checked("v".into(), 1, "  Winter   prep ", "state=pending".into()).expect("a view");
        assert_eq!((&*view.name, &*view.name_key()), ("Winter prep", "winter prep"));
        for blank in ["", "  ", "\u{200b} \u{202e}"] {
            assert!(checked("v".into(), 1, blank, String::new()).is_err(), "{blank:?}");
        }
    }

    #[test]
    fn a_user_has_at_most_twelve_views_of_a_layout() {
        assert!(require_room(11).is_ok() && require_room(12).is_err());
    }
}
