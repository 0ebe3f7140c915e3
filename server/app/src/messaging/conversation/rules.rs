//! What staff may write at their desk.
use platform::{ErrorReason, Fault, ids::UserId};

use super::model::Note;

/// The words that were written, without spaces around them.
///
/// # Errors
/// `INVALID_ARGUMENT` when there are none.
pub fn filled(body: &str) -> Result<&str, Fault> {
    match body.trim() {
        "" => Err(Fault::field("body", "Write a message first.")),
        body => Ok(body),
    }
}

/// A note is deleted by whoever wrote it.
///
/// # Errors
/// `FAILED_PRECONDITION` for a colleague's.
pub fn delete(note: &Note, by: &UserId) -> Result<(), Fault> {
    if note.staff_id == *by {
        return Ok(());
    }
    Err(Fault::precondition(
        ErrorReason::NotYourNote,
        "Only the colleague who wrote this note can delete it.",
    ))
}
