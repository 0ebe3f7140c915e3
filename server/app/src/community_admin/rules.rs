//! What an administrator may do with communities and with wishes for them.
use std::{collections::BTreeMap, time::Duration};

use platform::{Fault, Timestamp};

use super::model::{State, Wish};
use crate::community::{Association, Community};

/// So long a deleted community can be restored.
const RESTORABLE: Duration = Duration::from_secs(30 * 24 * 3600);

/// Why an act on a wish does not fit.
#[derive(Debug, PartialEq, Eq)]
pub enum WishError {
    /// It was approved, rejected or taken back.
    AlreadyDecided,
    /// No administrator agreed.
    NotApproved,
}

impl From<WishError> for Fault {
    fn from(error: WishError) -> Self {
        let (reason, words) = match error {
            WishError::AlreadyDecided => {
                ("ALREADY_DECIDED", "This request was decided already. Look at it again to see how.")
            }
            WishError::NotApproved => {
                ("NOT_APPROVED", "This request does not wait for its community. Approve it first.")
            }
        };
        Fault::precondition(reason, words)
    }
}

/// Agrees to a wish, or refuses it for a reason.
pub fn decide(mut wish: Wish, refused: Option<String>, by: &str, now: Timestamp) -> Result<Wish, WishError> {
    refuse_decided(&wish)?;
    wish.state = if refused.is_some() { State::Rejected } else { State::Approved };
    wish.reason = refused.unwrap_or_default();
    wish.decided_by = by.to_owned();
    wish.decided_ms = Some(now);
    Ok(wish)
}

/// Takes a wish back.
pub fn withdraw(mut wish: Wish, now: Timestamp) -> Result<Wish, WishError> {
    refuse_decided(&wish)?;
    wish.state = State::Withdrawn;
    wish.decided_ms = Some(now);
    Ok(wish)
}

/// Fulfils a wish.
pub fn fulfil(mut wish: Wish, community: &Community) -> Result<Wish, WishError> {
    if wish.state != State::Approved {
        return Err(WishError::NotApproved);
    }
    wish.state = State::Active;
    wish.community_id = Some(community.id.clone());
    Ok(wish)
}

fn refuse_decided(wish: &Wish) -> Result<(), WishError> {
    if wish.state == State::Submitted { Ok(()) } else { Err(WishError::AlreadyDecided) }
}

/// A reason that is long enough to tell something.
pub fn reason(text: &str, least: usize) -> Result<String, Fault> {
    let text = text.trim();
    match text.chars().count() {
        n if n < least => Err(Fault::field("reason", format!("Say why, in at least {least} characters."))),
        _ => Ok(text.to_owned()),
    }
}

/// A code as an association software has it.
///
/// # Errors
/// On the software's field, when it cannot be one.
pub fn code(association: &Association, text: &str) -> Result<String, Fault> {
    let text = text.trim();
    let refused = |words: &str| Err(Fault::field(&association.field, words));
    if association.name == "CINC" {
        let fits = (3..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
        return if fits {
            Ok(text.to_owned())
        } else {
            refused("A code in CINC has 3 or 4 letters or digits.")
        };
    }
    if text.is_empty() || text.chars().count() > 40 || text.chars().any(char::is_control) {
        return refused("Give the code as the software shows it, up to 40 characters.");
    }
    Ok(text.to_owned())
}

/// Changes a community's codes; `needed` is the software that its company has.
pub fn set_codes(
    codes: &mut BTreeMap<String, String>,
    changes: &[(&Association, String)],
    needed: Option<&Association>,
    is_new: bool,
) -> Result<(), Fault> {
    let had = needed.is_some_and(|association| codes.contains_key(&association.name));
    for (association, text) in changes {
        if text.is_empty() {
            codes.remove(&association.name);
        } else {
            codes.insert(association.name.clone(), code(association, text)?);
        }
    }
    match needed {
        Some(association) if (is_new || had) && !codes.contains_key(&association.name) => {
            let words = format!(
                "Your company keeps its communities in {}: give this one's code there.",
                association.name
            );
            Err(Fault::field(&association.field, words))
        }
        _ => Ok(()),
    }
}

/// Whether a deleted community can be restored still.
pub fn is_restorable(archived: Timestamp, now: Timestamp) -> bool {
    now < archived.plus(RESTORABLE)
}

/// What was deleted then or before can be restored no longer.
pub fn beyond_restoring(now: Timestamp) -> Timestamp {
    now.minus(RESTORABLE)
}

/// The refusal of a name that the company has.
pub fn community_exists() -> Fault {
    Fault::exists("COMMUNITY_EXISTS", "There is a community of this name already. Choose another name.")
}

/// The refusal of a code that the company has.
pub fn code_taken(association: &str) -> Fault {
    Fault::exists(
        "CODE_TAKEN",
        format!(
            "Another community has this code in {association}. Check the code, or change the other one first."
        ),
    )
}

/// The refusal of a number that another community has.
pub fn number_taken() -> Fault {
    Fault::exists("NUMBER_TAKEN", "Another community has this number. Choose another one.")
}

/// The refusal of a change to the companies of a community.
pub fn platform_administrators_only() -> Fault {
    Fault::precondition(
        "PLATFORM_ADMINISTRATORS_ONLY",
        "Only administrators of the company that runs Parlor change to which companies a community belongs.",
    )
}

#[cfg(test)]
mod tests;
